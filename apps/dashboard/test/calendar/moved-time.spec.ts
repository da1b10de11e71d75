import type { Schedule } from '@carillon/client'
import { expect } from 'chai'
import { movedTime } from '../../app/pages/calendar/moving/moved-time.ts'
import { type Placed, placedIn } from '../../app/pages/calendar/placed.ts'

type PublishAt = Pick<Schedule['publishAt'], 'instant' | 'timeZone'>

function placed(publishAt: PublishAt, calendarZone: string): Placed {
  const schedule = { status: 'scheduled', publishAt: { local: null, note: null, ...publishAt } }
  const [one] = placedIn([schedule as Schedule], calendarZone)
  if (!one) throw new Error('It has no place.')
  return one
}

describe('moving in the calendar', () => {
  const berlin = { instant: '2026-10-20T16:00:00Z', timeZone: 'Europe/Berlin' }

  it('places a schedule by the clocks of the calendar', () => {
    expect(placed(berlin, 'America/New_York')).to.include({ day: '2026-10-20', hour: 12, time: '12:00' })
    expect(placed({ ...berlin, instant: '2026-10-20T22:30:00Z' }, 'Asia/Tokyo')).to.include({
      day: '2026-10-21',
      hour: 7,
    })
  })

  it('keeps the time of day in the own zone on another day, also after clocks were changed there', () => {
    const moved = movedTime(placed(berlin, 'America/New_York'), { day: '2026-10-27', hour: null }, 'America/New_York')
    expect(moved).to.deep.equal({ local: '2026-10-27T18:00', timeZone: 'Europe/Berlin' })
    const sameHour = movedTime(placed(berlin, 'America/New_York'), { day: '2026-10-21', hour: 12 }, 'America/New_York')
    expect(sameHour).to.deep.equal({ local: '2026-10-21T18:00', timeZone: 'Europe/Berlin' })
  })

  it('is due at the hour that the clocks of the calendar show', () => {
    const at = { instant: '2026-10-20T16:20:00Z', timeZone: 'Europe/Berlin' }
    // In the last week of October, New York is five hours behind Berlin, not six.
    const moved = movedTime(placed(at, 'America/New_York'), { day: '2026-10-28', hour: 8 }, 'America/New_York')
    expect(moved).to.deep.equal({ local: '2026-10-28T13:20', timeZone: 'Europe/Berlin' })
  })

  it('moves a schedule without a zone by the clocks of the calendar, to an instant', () => {
    const at = placed({ instant: '2026-10-24T16:00:00Z', timeZone: null }, 'Europe/Berlin')
    const instantAfter = (target: { day: string; hour: number | null }) => {
      const moved = movedTime(at, target, 'Europe/Berlin')
      return typeof moved === 'string' && new Date(moved).toISOString()
    }
    // Clocks go back on the 25th: 18:00 is an hour later.
    expect(instantAfter({ day: '2026-10-26', hour: null })).to.equal('2026-10-26T17:00:00.000Z')
    expect(instantAfter({ day: '2026-10-26', hour: 9 })).to.equal('2026-10-26T08:00:00.000Z')
  })

  it('leaves cancelled schedules out', () => {
    const cancelled = { status: 'cancelled', publishAt: berlin }
    expect(placedIn([cancelled as Schedule], 'UTC')).to.deep.equal([])
  })
})
