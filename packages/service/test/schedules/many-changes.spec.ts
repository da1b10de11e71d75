import type { Schedule } from '@carillon/domain'
import { expect } from 'chai'
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
})
