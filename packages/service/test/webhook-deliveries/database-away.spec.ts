import type { ProcessLogger } from '@carillon/log'
import { expect } from 'chai'
import { startDeliveries } from '../../src/index.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

describe('webhook deliveries of a process whose database is away', () => {
  let harness: DeliveryHarness
  let flaky: FlakyDatabase
  let receiver: Receiver
  beforeEach(async () => {
    harness = await startDeliveryHarness()
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await harness.close()
    await flaky.close()
    await receiver.close()
  })

  it('wait until it is back', async () => {
    const failed = Promise.withResolvers<void>()
    const warn = (_fields: unknown, message: string) => {
      if (message === 'webhook deliveries not read') failed.resolve()
    }
    const log = Object.assign(Object.create(harness.context.log) as ProcessLogger, { warn })
    const context = await harness.another({ ...harness.overrides, log }, { databaseUrl: flaky.url })
    const { id } = await harness.create({ url: receiver.url, types: ['*'] })
    const working = startDeliveries(context)
    flaky.goDown()
    await failed.promise
    await harness.raise([{ type: 'publish.published' }])
    flaky.comeUp()
    await harness.untilDeliveries(id, (found) => found.length === 1 && found[0]?.status === 'delivered')
    expect(receiver.received).to.have.length(1)
    await working.close()
  })
})
