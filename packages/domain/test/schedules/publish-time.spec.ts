import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import fc from 'fast-check'
import { requestedTime, requireAhead } from '../../src/index.ts'

const zones = Intl.supportedValuesOf('timeZone')
const formats = new Map<string, Intl.DateTimeFormat>()

/** What clocks of a zone show at an instant, in milliseconds as if it were UTC: by `Intl`, which has its own zone rules. */
function shownAt(instant: number, timeZone: string): number {
  const known = formats.get(timeZone)
  const options = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const format = known ?? new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...options, ...time })
  formats.set(timeZone, format)
  // Such as 3/29/2026, 03:00:00; it takes half the time of its parts one by one.
  const [month = 0, day, year = 0, hour, minute, second] = format.format(instant).split(/\D+/).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const second = 1_000
const day = 86_400_000

/** The first instant at which clocks show a local time or, if they skip it, a later one. */
function expected(local: number, timeZone: string): number {
  const offsets = new Set([-day, 0, day].map((ms) => shownAt(local + ms, timeZone) - (local + ms)))
  const exact = [...offsets].map((offset) => local - offset).filter((at) => shownAt(at, timeZone) === local)
  if (exact.length > 0) return Math.min(...exact)
  // Skipped: the clocks jump over it between these two instants.
  let [before, after] = [local - 2 * day, local + 2 * day]
  while (after - before > second) {
    const middle = before + Math.floor((after - before) / 2 / second) * second
    if (shownAt(middle, timeZone) < local) before = middle
    else after = middle
  }
  return after
}

const textOf = (local: number) => new Date(local).toISOString().slice(0, 19)

describe('the time of a schedule', () => {
  it('is the one that Intl finds, for 10,000 local times in all zones', () => {
    const seconds = fc.integer({ min: Date.UTC(2020, 0, 1) / second, max: Date.UTC(2037, 11, 31) / second })
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (at, timeZone) => {
        const { instant, note } = requestedTime({ local: textOf(at * second), timeZone })
        const found = expected(at * second, timeZone)
        return instant.getTime() === found && (note === null || shownAt(found, timeZone) >= at * second)
      }),
      { numRuns: 10_000 },
    )
  })

  it('is the one that Intl finds around each change of the clocks of a year', () => {
    for (const timeZone of zones) {
      const start = Date.UTC(2026, 0, 1)
      let next = shownAt(start, timeZone)
      for (let at = start; at < start + 366 * day; at += day) {
        const shown = next
        next = shownAt(at + day, timeZone)
        if (next - shown === day) continue
        for (let minutes = -120; minutes < 1560; minutes += 15) {
          const local = Math.round(shown / second) * second + minutes * 60_000
          const { instant } = requestedTime({ local: textOf(local), timeZone })
          expect(instant.getTime(), `${textOf(local)} in ${timeZone}`).to.equal(expected(local, timeZone))
        }
      }
    }
  })

  it('says what it does about a gap and an overlap', () => {
    const gap = requestedTime({ local: '2026-03-29T02:30', timeZone: 'Europe/Berlin' })
    expect(gap.instant.toISOString()).to.equal('2026-03-29T01:00:00.000Z')
    expect(gap.note).to.equal(
      'Clocks in Europe/Berlin skip 02:30 on 2026-03-29; the first time after it, 03:00, is used.',
    )
    const overlap = requestedTime({ local: '2026-10-25T02:30', timeZone: 'Europe/Berlin' })
    expect(overlap.instant.toISOString()).to.equal('2026-10-25T00:30:00.000Z')
    expect(overlap.note).to.equal('Clocks in Europe/Berlin show 02:30 twice on 2026-10-25; the first time is used.')
  })

  it('is never earlier than a time with an offset says', () => {
    const { instant } = requestedTime('2026-12-24t18:00:00.0000001+01:00')
    expect(instant.toISOString()).to.equal('2026-12-24T17:00:00.001Z')
    expect(requestedTime('2026-12-24T18:00:00.5Z')).to.deep.include({ local: null, timeZone: null, note: null })
  })

  it('is from one minute to 366 days ahead', () => {
    const now = new Date('2026-03-01T00:00:00Z')
    const after = (ms: number) => () => requireAhead({ instant: new Date(now.getTime() + ms) }, now)
    for (const ms of [60_000, 366 * day]) expect(after(ms)).not.to.throw()
    for (const ms of [59_999, 366 * day + 1]) expect(after(ms)).to.throw(ServiceError, 'publishAt')
  })
})
