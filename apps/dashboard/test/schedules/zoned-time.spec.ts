import { expect } from 'chai'
import {
  allZones,
  cityOf,
  dayAndTimeIn,
  instantOf,
  isSameClock,
  localIn,
  shiftDays,
} from '../../app/data/schedules/zoned-time.ts'

const iso = (instant: string | null) => instant && new Date(instant).toISOString()

describe('times in zones', () => {
  it('reads local times as the service does', () => {
    expect(iso(instantOf('2026-12-24T18:00', 'Europe/Berlin'))).to.equal('2026-12-24T17:00:00.000Z')
    // Shown twice: the first time. Skipped: the first instant after it.
    expect(iso(instantOf('2026-10-25T02:30', 'Europe/Berlin'))).to.equal('2026-10-25T00:30:00.000Z')
    expect(iso(instantOf('2026-03-29T02:30', 'Europe/Berlin'))).to.equal('2026-03-29T01:00:00.000Z')
    for (const text of ['T18:00', '2026-02-30T10:00', '2026-12-24T', '']) {
      expect(instantOf(text, 'Europe/Berlin'), text).to.equal(null)
    }
    expect(instantOf('2026-12-24T18:00', 'Mars/Olympus')).to.equal(null)
  })

  it('shows instants by the clocks of a zone', () => {
    expect(localIn('2026-12-24T23:30:00.000Z', 'Asia/Tokyo')).to.equal('2026-12-25T08:30')
    expect(dayAndTimeIn('2026-12-24T17:00:00.000Z', 'Europe/Berlin')).to.equal('Thu 24 Dec 2026, 18:00')
    expect(cityOf('America/Argentina/Buenos_Aires')).to.equal('Buenos Aires')
  })

  it('keeps the time of the clock over a change of clocks', () => {
    expect(shiftDays('2026-10-24T18:00', 1)).to.equal('2026-10-25T18:00')
    expect(shiftDays('2026-12-31T23:15', 1)).to.equal('2027-01-01T23:15')
  })

  it('knows when two zones show the same', () => {
    expect(isSameClock('2026-12-24T17:00:00Z', 'Europe/Berlin', 'Europe/Madrid')).to.equal(true)
    expect(isSameClock('2026-12-24T17:00:00Z', 'Europe/Berlin', 'Europe/London')).to.equal(false)
    expect(allZones()).to.include.members(['UTC', 'Europe/Berlin'])
  })
})
