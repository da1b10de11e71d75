import type { AttemptResult } from '@carillon/database'
import { expect } from 'chai'
import type { Context } from '../../src/index.ts'
import { createResults } from '../../src/webhook-deliveries/results.ts'
import { failingLimit } from '../../src/webhook-deliveries/retry-schedule.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'

describe('the result of an attempt whose storing is not confirmed', () => {
  let harness: DeliveryHarness
  let flaky: FlakyDatabase
  let context: Context
  before(async () => {
    harness = await startDeliveryHarness()
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    context = await harness.another(harness.overrides, { databaseUrl: flaky.url })
  })
  after(async () => {
    await harness.close()
    await flaky.close()
  })

  /** Stores the result of one failed attempt while the database breaks, with an endpoint that failed `failures` times. */
  async function storeFailure(when: 'before-commit' | 'before-response', failures = 0) {
    const { kysely } = harness.context.db
    const { id: endpointId } = await harness.create({ url: 'http://127.0.0.1:9/', types: ['*'] })
    await kysely
      .updateTable('webhookEndpoint')
      .set({ failures, failingSince: new Date(0) })
      .execute()
    await harness.raise([{ type: 'publish.published' }])
    const [delivery] = await harness.deliveries(endpointId)
    const deliveryId = String(delivery?.id)
    const attempt = { at: context.now(), durationMs: 5, status: 503, error: 'failed', response: null }
    const result: AttemptResult = { deliveryId, endpointId, ...attempt, outcome: 'retry', retrySeconds: 60 }
    const results = createResults(context, () => undefined)
    flaky.breakNext(when)
    results.add(result)
    await results.close()
    const endpoint = await kysely.selectFrom('webhookEndpoint').selectAll().where('id', '=', endpointId).execute()
    const stored = await kysely.selectFrom('webhookDelivery').selectAll().where('id', '=', deliveryId).execute()
    const [listed] = await harness.deliveries(endpointId)
    return { endpoint: endpoint[0], stored: stored[0], attempts: listed?.attempts }
  }

  for (const [when, name] of [
    ['before-response', 'is counted once if it was stored'],
    ['before-commit', 'is stored again if it was not'],
  ] as const) {
    it(name, async () => {
      const { endpoint, stored, attempts } = await storeFailure(when)
      expect(attempts?.map(({ status }) => status)).to.deep.equal([503])
      expect(stored).to.include({ attempts: 1, failures: 1, status: 'pending' })
      expect(endpoint?.failures).to.equal(1)
    })
  }

  it('disables an endpoint that has failed for too long', async () => {
    const { endpoint } = await storeFailure('before-response', failingLimit.attempts - 1)
    expect(endpoint).to.include({ status: 'disabled', failures: failingLimit.attempts })
  })
})
