import { insertExternalWrite, listStarting, takeToLookAt } from '@carillon/database'
import { expect } from 'chai'
import { createOrganization } from '../../src/index.ts'
import { newWrite } from '../../src/journal/new-write.ts'
import { publishKind } from '../../src/publishing/run/publish-kind.ts'
import { minute, type Scheduling, startScheduling } from './scheduling.ts'

describe('schedules of several organizations that have started', () => {
  let own: Scheduling
  before(async () => {
    own = await startScheduling()
  })
  after(() => own.close())

  const insert = `insert into schedule (id, organization_id, profile_id, account_id, platform, request_id, status, due_at,
      start_at, late_minutes, late_then, payload, items, created_at, updated_at)
    select uuidv7(), $1, $2, $3, 'bluesky', 'test', 'scheduled', $4::timestamptz, $4::timestamptz + n * interval '1 ms',
      60, 'publish', '{}', 1, $4, $4 from generate_series(1, $5::int) as n`

  /** Stores schedules of a new organization that start one ms after the other. */
  async function scheduled(count: number, at = new Date(own.clock.at - minute)): Promise<string> {
    const { context } = own.harness
    const { organizationId, defaultProfileId } = await createOrganization(context, { name: 'Turns' })
    await context.pool.query(insert, [organizationId, defaultProfileId, own.account.id, at, count])
    return organizationId
  }

  it('take turns, and those of an organization with few of them are all among the first', async () => {
    const [large, small] = [await scheduled(8), await scheduled(4)]
    const now = new Date(own.clock.at)
    const first = await listStarting(own.harness.context.db, { now, max: 6 })
    const names = first.map(({ organizationId }) => ({ [large]: 'large', [small]: 'small' })[organizationId])
    // Those of the small one have the turns 4, 8, 12 and 16, those of the large one 8, 16, …
    expect(names.filter((name) => name === 'small')).to.have.length(4)
    expect(names.filter((name) => name === 'large')).to.have.length(2)
    const all = await listStarting(own.harness.context.db, { now, max: 100 })
    expect(all).to.have.length(12)
    const starts = all.filter(({ organizationId }) => organizationId === large).map(({ startAt }) => Number(startAt))
    expect(starts).to.deep.equal(starts.toSorted((left, right) => left - right))
  })

  /** Stores a publish of an organization that waits for a place in the queue, due at `wakeAt`. Returns its id. */
  async function waiting(organizationId: string, wakeAt: Date): Promise<string> {
    const { context } = own.harness
    const account = { ...own.account, organizationId }
    const write = await newWrite(context, { kind: publishKind, account, grant: null, requestId: 'test', payload: {} })
    await insertExternalWrite(context.db, { ...write, wakeAt })
    await context.pool.query('update external_write set queued = false where id = $1', [write.id])
    return write.id
  }

  it('are not delayed by another organization, however many of its schedules wait for a place', async () => {
    const now = new Date(own.clock.at)
    await waiting(await scheduled(20_001), now)
    const organizationId = await scheduled(1, now)
    const first = await listStarting(own.harness.context.db, { now: new Date(own.clock.at + minute), max: 1_000 })
    expect(first.map((row) => row.organizationId)).to.include(organizationId)
  })

  it('are looked at although the account of another organization with many schedules has changed', async () => {
    const { db, pool } = own.harness.context
    const [large, small] = [await scheduled(1_001), await scheduled(2)]
    await pool.query(`update schedule set look_at = 'epoch' where organization_id = $1`, [large])
    await pool.query('update schedule set look_at = $2 where organization_id = $1', [small, new Date(own.clock.at - 1)])
    const now = new Date(own.clock.at)
    const until = new Date(own.clock.at + minute)
    const first = await takeToLookAt(db, { now, until, max: 50 })
    expect(first).to.have.length(50)
    expect(first.filter(({ organizationId }) => organizationId === small)).to.have.length(2)
    const rest = await takeToLookAt(db, { now, until, max: 2_000 })
    expect(rest).to.have.length(1_003 - 50)
    expect(await takeToLookAt(db, { now, until, max: 50 })).to.deep.equal([])
  })

  it('are not taken while publishes of their organization wait for a place in the queue', async () => {
    const { context } = own.harness
    const now = new Date(own.clock.at)
    const organizationId = await scheduled(3)
    const listed = async () => {
      const rows = await listStarting(context.db, { now, max: 100 })
      return rows.filter((row) => row.organizationId === organizationId).length
    }
    const writeId = await waiting(organizationId, new Date(own.clock.at + minute))
    expect(await listed()).to.equal(3)
    await context.pool.query('update external_write set wake_at = $2 where id = $1', [writeId, now])
    expect(await listed()).to.equal(0)
    await context.pool.query('update external_write set queued = true where id = $1', [writeId])
    expect(await listed()).to.equal(3)
  })
})
