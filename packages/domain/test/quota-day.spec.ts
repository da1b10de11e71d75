import { expect } from 'chai'
import fc from 'fast-check'
import { dailyQuotas, resetOf } from '../src/index.ts'

const hour = 3_600_000
const zone = 'America/Los_Angeles'

/** The local date by another way than the code's: parts, joined. */
function localDate(at: Date, timeZone = zone): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

const instant = (from: string, to: string) => fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true })

describe('the day of a quota', () => {
  for (const [what, now, day, resetAt] of [
    ['in winter', '2026-11-20T12:00:00Z', '2026-11-20', '2026-11-21T08:00:00.000Z'],
    ['in summer', '2026-07-01T06:59:59.999Z', '2026-06-30', '2026-07-01T07:00:00.000Z'],
    ['just begun', '2026-07-01T07:00:00.000Z', '2026-07-01', '2026-07-02T07:00:00.000Z'],
    ['of 23 hours', '2026-03-08T08:00:00.000Z', '2026-03-08', '2026-03-09T07:00:00.000Z'],
    ['before the clocks go forward', '2026-03-08T07:59:59.999Z', '2026-03-07', '2026-03-08T08:00:00.000Z'],
    ['of 25 hours', '2026-11-01T07:00:00.000Z', '2026-11-01', '2026-11-02T08:00:00.000Z'],
    ['of 25 hours, in its last one', '2026-11-02T07:30:00.000Z', '2026-11-01', '2026-11-02T08:00:00.000Z'],
    ['at the end of a year', '2027-01-01T07:00:00.000Z', '2026-12-31', '2027-01-01T08:00:00.000Z'],
  ] as const) {
    it(`is told for one ${what}`, () => {
      expect(resetOf(new Date(now), zone)).to.deep.equal({ day, resetAt: new Date(resetAt) })
    })
  }

  it('ends exactly where the next local day begins, at any instant of a year', () => {
    fc.assert(
      fc.property(instant('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'), (now) => {
        const { day, resetAt } = resetOf(now, zone)
        expect(day).to.equal(localDate(now))
        expect(resetAt.getTime()).to.be.greaterThan(now.getTime())
        expect(localDate(new Date(resetAt.getTime() - 1))).to.equal(day)
        expect(localDate(resetAt)).to.not.equal(day)
        expect(resetAt.getTime() - now.getTime()).to.be.at.most(25 * hour)
        expect(resetAt.getUTCHours()).to.be.oneOf([7, 8])
        expect([resetAt.getUTCMinutes(), resetAt.getUTCSeconds(), resetAt.getUTCMilliseconds()]).to.deep.equal([
          0, 0, 0,
        ])
      }),
      { numRuns: 300 },
    )
  })

  it('is the same for all instants of one day', () => {
    fc.assert(
      fc.property(
        instant('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (now, part) => {
          const first = resetOf(now, zone)
          const later = new Date(now.getTime() + Math.floor(part * (first.resetAt.getTime() - 1 - now.getTime())))
          expect(resetOf(later, zone)).to.deep.equal(first)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('follows any zone', () => {
    for (const timeZone of ['UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Kiritimati']) {
      fc.assert(
        fc.property(instant('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'), (now) => {
          const { day, resetAt } = resetOf(now, timeZone)
          expect(localDate(now, timeZone)).to.equal(day)
          expect(localDate(new Date(resetAt.getTime() - 1), timeZone)).to.equal(day)
          expect(localDate(resetAt, timeZone)).to.not.equal(day)
        }),
        { numRuns: 30 },
      )
    }
  })

  it('has a zone that exists for every quota', () => {
    for (const { timeZone } of Object.values(dailyQuotas)) {
      expect(() => resetOf(new Date(), timeZone)).to.not.throw()
    }
  })
})
