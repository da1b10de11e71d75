import type { Schedule } from '@carillon/domain'
import { expect } from 'chai'
import { rejection } from '../ask.ts'
import { minute, type Scheduling, startScheduling } from './scheduling.ts'

describe('simultaneous changes of one schedule', () => {
  let own: Scheduling
  before(async () => {
    own = await startScheduling()
  })
  after(() => own.close())

  it('are all made, however many they are', async () => {
    const { scheduleId } = await own.create(60 * minute)
    const params = { scheduleId }
    const change = (afterMinutes: number): Promise<Schedule> =>
      own.ask('schedules.update', { params, body: { onLate: { afterMinutes } } })
    const all = await Promise.all(Array.from({ length: 30 }, (_, index) => change(index + 1)))
    const changed = all.map(({ onLate }) => onLate.afterMinutes)
    expect(changed).to.deep.equal(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(changed).to.include((await own.get(scheduleId)).onLate.afterMinutes)
  })
  it("by a release and a deletion of the user's data have no schedule to respond with", async () => {
    const { scheduleId } = await own.create(60 * minute)
    // As if the deletion came after the release and before the response.
    await own.harness.context.pool.query(`create function forget() returns trigger language plpgsql as $$ begin
      delete from external_write where schedule_id = new.id; delete from schedule where id = new.id; return null; end $$;
      create trigger forgotten after update on schedule for each row when (new.status = 'taken') execute function forget()`)
    const released = own.ask('schedules.release', { params: { scheduleId } })
    expect(await rejection(released)).to.include({ code: 'schedule_not_found' })
  })
})
