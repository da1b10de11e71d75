import { listStarting } from '@carillon/database'
import { expect } from 'chai'
import { createOrganization } from '../../src/index.ts'
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
  async function scheduled(count: number): Promise<string> {
    const { context } = own.harness
    const { organizationId, defaultProfileId } = await createOrganization(context, { name: 'Turns' })
    const at = new Date(own.clock.at - minute)
    await context.pool.query(insert, [organizationId, defaultProfileId, own.account.id, at, count])
    return organizationId
  }

  it('take turns, and those of an organization with few of them are all among the first', async () => {
    const [large, small] = [await scheduled(64), await scheduled(4)]
    const now = new Date(own.clock.at)
    const first = await listStarting(own.harness.context.db, { now, max: 6 })
    const names = first.map(({ organizationId }) => ({ [large]: 'large', [small]: 'small' })[organizationId])
    // Every eighth of the large one's, every second of the small one's.
    expect(names.filter((name) => name === 'small')).to.have.length(4)
    expect(names.filter((name) => name === 'large')).to.have.length(2)
    const all = await listStarting(own.harness.context.db, { now, max: 100 })
    expect(all).to.have.length(68)
    const starts = all.filter(({ organizationId }) => organizationId === large).map(({ startAt }) => Number(startAt))
    expect(starts).to.deep.equal(starts.toSorted((left, right) => left - right))
  })
})
