import { weekdays as serviceWeekdays } from '@carillon/domain'
import { expect } from 'chai'
import { timesOf, weekdays, without, withTime } from '../../app/pages/calendar/slots/slot-plan.ts'

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
})
