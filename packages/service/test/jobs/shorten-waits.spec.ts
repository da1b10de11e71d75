import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { queueJob } from '../../src/index.ts'
import { shortenWaits } from '../../src/jobs/shorten-waits.ts'
import { type DeliveryHarness, startDeliveryHarness } from '../webhook-deliveries/delivery-harness.ts'

describe('after the clock of the database was ahead and was put back', () => {
  let harness: DeliveryHarness
  beforeEach(async () => {
    harness = await startDeliveryHarness({}, { WEBHOOK_RETRY_SCALE: '1' })
  })
  afterEach(() => harness.close())

  /** Stores deliveries with these waits, in hours, and returns afterwards which of them are due, in this order. */
  async function dueDeliveries(hours: readonly number[], context = harness.context): Promise<boolean[]> {
    await harness.create({ url: 'http://127.0.0.1:9/', types: ['*'] })
    await harness.raise(hours.map((hour) => ({ type: 'publish.published', objectId: `${hour}` })))
    const { pool } = harness.context
    await pool.query(
      `update webhook_delivery set next_attempt_at = now() + make_interval(hours => object_id::int),
         claimed_until = now() + make_interval(hours => object_id::int)`,
    )
    await shortenWaits(context)
    const due = 'next_attempt_at <= now() and claimed_until is null as due'
    const { rows } = await pool.query(`select ${due} from webhook_delivery order by object_id::int`)
    return rows.map((row) => row.due)
  }

  it('makes deliveries due that would wait for longer than any retry, and no others', async () => {
    expect(await dueDeliveries([1, 29, 31, 9_000])).to.deep.equal([false, false, true, true])
  })

  it('makes nothing due while the clock of the database may be behind', async () => {
    const context = { ...harness.context, clockAheadMs: () => -2 * 3_600_000 }
    expect(await dueDeliveries([31, 9_000], context)).to.deep.equal([false, false])
  })

  it('makes jobs due that would wait for longer than any job, but none of writes', async () => {
    const { context } = harness
    const wait = async (name: Parameters<typeof queueJob>[1], hours: number) =>
      queueJob(context.db, name, { id: randomUUID(), runAt: new Date(context.now().getTime() + hours * 3_600_000) })
    await wait('webhook.normalize', 25)
    await wait('webhook.normalize', 27)
    await wait('grant.revoke', 9_000)
    await wait('write.run', 9_000)
    await wait('write.fetch', 9_000)
    await shortenWaits(context)
    const { rows } = await context.pool.query(
      `select task.identifier as name from graphile_worker._private_jobs as job
       join graphile_worker._private_tasks as task on task.id = job.task_id
       where run_at <= now() and task.identifier in ('webhook.normalize', 'grant.revoke', 'write.run', 'write.fetch')
       order by 1`,
    )
    expect(rows.map(({ name }) => name)).to.deep.equal(['grant.revoke', 'webhook.normalize'])
  })
})
