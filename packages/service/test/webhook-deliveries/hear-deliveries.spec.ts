import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryChannel } from '@carillon/database'
import { hearDeliveries } from '../../src/index.ts'
import { startHarness } from '../harness.ts'

describe('hearDeliveries', () => {
  it('wakes the delivery loop when another process notifies of due deliveries', async () => {
    const harness = await startHarness()
    const other = await harness.another()
    const { config, log, deliveryHint } = harness.context
    let isWoken = false
    const give = () => {
      isWoken = true
    }
    const hearing = hearDeliveries({ config, log, deliveryHint: { ...deliveryHint, give } })
    // Notifications are lost until it listens.
    for (const end = Date.now() + 300_000; !isWoken; await sleep(10)) {
      if (Date.now() > end) throw new Error('no notification has woken the loop')
      await other.pool.query(`notify ${deliveryChannel}`)
    }
    await hearing.close()
    await harness.close()
  })
})
