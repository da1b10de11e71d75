import { expect } from 'chai'
import { composeTimeAt, composeTimeOn } from '../../app/pages/calendar/grid/compose-time.ts'
import { daysOf, monthOf, periodWords, stepBy, weekOf } from '../../app/pages/calendar/period.ts'

describe('periods of the calendar', () => {
  it('has weeks from Monday on', () => {
    expect([weekOf('2026-11-29')[0], weekOf('2026-11-29')[6]]).to.deep.equal(['2026-11-23', '2026-11-29'])
    expect(weekOf('2026-11-23')[0]).to.equal('2026-11-23')
    expect(weekOf('2026-12-31')).to.include('2027-01-03')
  })

  it('has the whole weeks of a month, and no more', () => {
    const december = monthOf('2026-12-24')
    expect(december[0]?.[0]).to.equal('2026-11-30')
    expect(december.at(-1)?.at(-1)).to.equal('2027-01-03')
    expect(december).to.have.length(5)
    // A February that begins on a Monday has four weeks; a month that begins on a Sunday can have six.
    expect(monthOf('2027-02-10')).to.have.length(4)
    expect(monthOf('2026-03-01')).to.have.length(6)
    expect(daysOf('month', '2028-02-01')).to.include('2028-02-29')
  })

  it('goes from month to month and from week to week', () => {
    expect(stepBy('month', '2026-12-31', 1)).to.equal('2027-01-01')
    expect(stepBy('month', '2026-01-31', -1)).to.equal('2025-12-01')
    expect(stepBy('week', '2026-12-30', 1)).to.equal('2027-01-06')
    expect(periodWords('week', '2026-12-30')).to.equal('28 Dec – 3 Jan 2027')
    expect(periodWords('week', '2026-12-24')).to.equal('21 – 27 Dec 2026')
    expect(periodWords('month', '2026-12-30')).to.equal('December 2026')
  })

  it('composes at nine, or from the next full hour on, and not in the past', () => {
    const clock = { now: Date.parse('2026-11-26T15:20:00Z'), timeZone: 'Europe/Madrid' }
    expect(composeTimeOn('2026-11-27', clock)).to.equal('2026-11-27T09:00')
    expect(composeTimeOn('2026-11-26', clock)).to.equal('2026-11-26T17:00')
    expect(composeTimeOn('2026-11-25', clock)).to.equal(null)
    expect(composeTimeAt('2026-11-26', 16, clock)).to.equal(null)
    expect(composeTimeAt('2026-11-26', 17, clock)).to.equal('2026-11-26T17:00')
    // The last hour of the day has begun.
    const late = { ...clock, now: Date.parse('2026-11-26T22:30:00Z') }
    expect(composeTimeOn('2026-11-26', late)).to.equal(null)
    // 20:45 where clocks are half an hour beside those of UTC.
    const half = { now: Date.parse('2026-11-26T15:15:00Z'), timeZone: 'Asia/Kolkata' }
    expect(composeTimeOn('2026-11-26', half)).to.equal('2026-11-26T21:00')
    expect(composeTimeAt('2026-11-26', 21, half)).to.equal('2026-11-26T21:00')
  })
})
