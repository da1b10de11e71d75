import { setAccountStatus } from '@carillon/database'
import { expect } from 'chai'
import { hour, type Scheduling, startScheduling } from './scheduling.ts'

describe('the schedules of an account with very many of them', () => {
  let own: Scheduling
  beforeEach(async () => {
    own = await startScheduling()
    const { scheduleId } = await own.create(72 * hour)
    await query(
      `insert into schedule select (jsonb_populate_record(schedule, jsonb_build_object(
          'id', gen_random_uuid(), 'due_at', due_at + n * interval '1 minute', 'look_at', null))).*
        from schedule, generate_series(1, 2005) as n where id = $1`,
      [scheduleId],
    )
    await query(`update schedule set status = 'held' where extract(minute from due_at)::int % 2 = 0`)
  })
  afterEach(() => own.close())

  const query = (text: string, values: unknown[] = []) => own.harness.context.db.query<{ count: number }>(text, values)
  const count = async (condition: string) =>
    (await query(`select count(*)::int as count from schedule where ${condition}`))[0]?.count

  it('are not all changed by the statement that changes the account, and all looked at afterwards', async () => {
    const { db } = own.harness.context
    await setAccountStatus(db, own.account.id, { status: 'expired', at: new Date(own.clock.at) })
    expect(await count(`look_at = 'epoch'`)).to.equal(1_000)
    await own.look()
    while ((await query('select from changed_account')).length > 0) await own.look()
    await own.look()
    expect(await count(`status = 'scheduled'`)).to.be.greaterThan(1_000)
    expect(await count(`problem ->> 'code' is distinct from 'connection_expired' and status = 'scheduled'`)).to.equal(0)
    expect(await count(`look_at = 'epoch'`)).to.equal(0)
  })
})
