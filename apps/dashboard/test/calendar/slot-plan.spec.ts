import { weekdays as serviceWeekdays } from '@carillon/domain'
import { expect } from 'chai'
import { planAfter, timesOf, weekdays, without, withTime } from '../../app/pages/calendar/slots/slot-plan.ts'

describe('the slots of a week', () => {
  it('has the days of the service', () => {
    expect(weekdays).to.deep.equal(serviceWeekdays)
  })

  it('has each time once, in the order of the week', () => {
    const slots = withTime([{ weekday: 'friday', time: '18:00' }], ['monday', 'friday'], '09:00')
    expect(slots.map(({ weekday, time }) => `${weekday} ${time}`)).to.deep.equal([
      'monday 09:00',
      'friday 09:00',
      'friday 18:00',
    ])
    expect(withTime(slots, ['friday'], '18:00')).to.deep.equal(slots)
    expect(timesOf(slots, 'friday')).to.deep.equal(['09:00', '18:00'])
    expect(timesOf(without(slots, { weekday: 'friday', time: '09:00' }), 'friday')).to.deep.equal(['18:00'])
  })

  it('follows a change that another tab has saved, unless it was changed here', () => {
    const before = { timeZone: 'UTC', slots: withTime([], ['monday'], '09:00') }
    const stored = { timeZone: 'UTC', slots: withTime([], ['friday'], '18:00') }
    const changed = { ...before, timeZone: 'Europe/Madrid' }
    expect(planAfter({ ...before }, { before, stored })).to.equal(stored)
    expect(planAfter(changed, { before, stored })).to.equal(changed)
  })
})
