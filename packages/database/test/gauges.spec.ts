import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import pg from 'pg'
import {
  addJob,
  countDueJobs,
  countOpenWrites,
  listEventBacklogs,
  purgeRows,
  readEventGauges,
  readLockWait,
  readQueueGauges,
  readReplication,
  readScheduleGauges,
  readStandbys,
  retentionPolicies,
} from '../src/index.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'

const [one, other] = ['0198f0c0-0000-7000-8000-000000000001', '0198f0c0-0000-7000-8000-000000000002']

describe('what is measured of the whole database', () => {
  let database: OpenDatabase
  beforeEach(async () => {
    database = await openDatabase()
  })
  afterEach(() => database.close())

  /** Runs statements that insert rows; what the rows refer to does not exist. */
  async function insert(statements: string): Promise<void> {
    await database.pool.query(`set session_replication_role = replica; ${statements};
      set session_replication_role = default`)
  }

  /** Stores `count` external writes with a kind and a status, with ids of their own unless `id` is given. */
  const addWrites = (count: number, kind: string, status: string, id = 'gen_random_uuid()') =>
    insert(`insert into external_write (kind, id, organization_id, profile_id, account_id, platform, request_id, status,
        payload, state, created_at, updated_at, wake_at)
      select '${kind}', ${id}, '${one}', '${one}', '${one}', 'x', 'r', '${status}', '{}', '{}', now(), now(),
        case when '${status}' = 'processing' then now() end from generate_series(1, ${count})`)

  it('are open writes by kind and status; if they are more than 10,000, estimates for the named kinds', async () => {
    const { db, pool } = database
    await addWrites(3, 'publish', 'processing')
    await addWrites(2, 'publish', 'succeeded')
    await addWrites(1, 'reply', 'unknown')
    expect(await countOpenWrites(db, ['publish'])).to.deep.equal([
      { kind: 'publish', status: 'processing', count: 3 },
      { kind: 'reply', status: 'unknown', count: 1 },
    ])
    await addWrites(20_000, 'publish', 'processing')
    await pool.query('analyze external_write')
    const estimated = await countOpenWrites(db, ['publish', 'message'])
    expect(estimated.map(({ kind, status }) => `${kind} ${status}`)).to.deep.equal(
      ['message', 'publish'].flatMap((kind) =>
        ['accepted', 'processing', 'unknown'].map((status) => `${kind} ${status}`),
      ),
    )
    expect(estimated.find(({ kind, status }) => kind === 'publish' && status === 'processing')?.count).to.be.within(
      15_000,
      25_000,
    )
  })

  it('are schedules that are due, with a start or without, and held ones', async () => {
    const add = (status: string, due: number, start: number | null) =>
      insert(`insert into schedule (id, organization_id, profile_id, account_id, platform, request_id, status, due_at,
          start_at, late_minutes, late_then, payload, items, created_at, updated_at)
        values (gen_random_uuid(), '${one}', '${one}', '${one}', 'x', 'r', '${status}', now() + ${due} * interval '1 minute',
          now() + ${start}::int * interval '1 minute', 60, 'hold', '{}', 1, now(), now())`)
    expect(await readScheduleGauges(database.db)).to.deep.equal({ due: 0, oldestDueSeconds: 0, held: 0 })
    await add('scheduled', -5, -4)
    await add('scheduled', -2, null)
    await add('scheduled', -1, 1)
    await add('scheduled', 1, null)
    await add('held', -60, -60)
    const { oldestDueSeconds, ...counts } = await readScheduleGauges(database.db)
    expect(counts).to.deep.equal({ due: 2, held: 1 })
    expect(oldestDueSeconds).to.be.within(240, 299)
  })

  it('are due jobs by task', async () => {
    const { db, pool } = database
    for (const task of ['work', 'other', 'work']) await addJob(db, task, {})
    await pool.query(`select graphile_worker.add_job('later', run_at => now() + interval '1 hour')`)
    expect(await countDueJobs(db)).to.deep.equal([
      { task: 'other', count: 1 },
      { task: 'work', count: 2 },
    ])
  })

  it('are failed jobs, without those of writes that have ended, which are kept for an hour only', async () => {
    const { db, pool } = database
    const [open, ended] = [randomUUIDv7(), randomUUIDv7()]
    await addWrites(1, 'publish', 'processing', `'${open}'`)
    await addWrites(1, 'publish', 'succeeded', `'${ended}'`)
    for (const writeId of [open, ended]) await addJob(db, 'write.run', { writeId })
    await addJob(db, 'work', {})
    await pool.query(`update graphile_worker._private_jobs
      set attempts = max_attempts, updated_at = now() - interval '1 day'`)
    expect((await readQueueGauges(db)).failed).to.equal(2)
    for (const policy of retentionPolicies.filter(({ table }) => table === 'graphile_worker._private_jobs'))
      await purgeRows(db, policy, new Date(), new AbortController().signal)
    const { rows } = await pool.query(
      `select payload->>'writeId' as write from graphile_worker._private_jobs order by 1`,
    )
    expect(rows).to.deep.equal([{ write: open }, { write: null }])
  })

  it('is how long statements wait for a lock', async () => {
    const { db, pool, url } = database
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    try {
      expect(await readLockWait(db)).to.equal(0)
      await holder.query('begin; lock table rate')
      const waiting = pool.query('delete from rate')
      while ((await readLockWait(db)) === 0);
      await holder.query('rollback')
      await waiting
      expect(await readLockWait(db)).to.equal(0)
    } finally {
      await holder.end()
    }
  })

  it('are events and deliveries that wait, in all and by organization', async () => {
    const { db } = database
    expect(await readEventGauges(db)).to.deep.equal({
      waiting: 0,
      oldestWaitingSeconds: 0,
      oldestDueSeconds: 0,
      enabled: 0,
      disabled: 0,
    })
    const addEvent = (organization: string) =>
      insert(`insert into event_outbox (id, organization_id, type, object_type, object_id, sequence, occurred_at, truncated, data)
        values (gen_random_uuid(), '${organization}', 'ping', 'ping', 'o', 1, now() - interval '1 minute', false, '{}')`)
    const addDelivery = (endpoint: string, status: string, seconds: number) =>
      insert(`insert into webhook_delivery (id, endpoint_id, organization_id, event_id, type, object_type, object_id, status,
          next_attempt_at, created_at)
        values (gen_random_uuid(), '${endpoint}', '${other}', gen_random_uuid(), 'ping', 'ping', 'o', '${status}',
          now() + ${seconds} * interval '1 second', now())`)
    const addEndpoint = (id: string, status: string) =>
      insert(`insert into webhook_endpoint (id, organization_id, url, types, header_names, headers, status, secret, created_at,
          updated_at)
        values ('${id}', '${one}', 'u', '{}', '{}', '', '${status}', '', now(), now())`)
    await addEndpoint(one, 'enabled')
    await addEndpoint(other, 'disabled')
    await addEvent(one)
    await addEvent(one)
    await addDelivery(one, 'pending', 90)
    await addDelivery(other, 'pending', -90)
    await addDelivery(other, 'pending', -60)
    await addDelivery(one, 'delivered', -900)
    const { oldestWaitingSeconds, oldestDueSeconds, ...counts } = await readEventGauges(db)
    expect(counts).to.deep.equal({ waiting: 2, enabled: 1, disabled: 1 })
    expect(oldestWaitingSeconds).to.be.within(60, 120)
    expect(oldestDueSeconds).to.be.within(90, 150)
    const backlogs = await listEventBacklogs(db, 10)
    expect(backlogs.map(({ oldestEventAt, oldestDueAt, ...backlog }) => backlog)).to.deep.equal([
      { organizationId: other, events: 0, deliveries: 3 },
      { organizationId: one, events: 2, deliveries: 0 },
    ])
    expect(backlogs.map(({ oldestDueAt }) => oldestDueAt instanceof Date)).to.deep.equal([true, false])
    expect(backlogs.map(({ oldestEventAt }) => oldestEventAt instanceof Date)).to.deep.equal([false, true])
    expect(await listEventBacklogs(db, 1)).to.have.length(1)
  })

  it('are standbys, of which there are none here', async () => {
    expect(await readStandbys(database.db)).to.deep.equal([])
    expect(await readReplication(database.db)).to.include({ isSynchronous: false, standbys: 0 })
  })
})
