/// <reference lib="esnext.temporal" />
import { expect } from 'chai'
import fc from 'fast-check'
import { subtractMonths } from '../src/calendar-day.ts'
import { addDays, type DateRangeRules, dayIn, daysIn, resolveDateRange } from '../src/index.ts'

const zones = [
  'UTC',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
] as const
const hourMs = 3_600_000

/** The moments at which a day of a zone begins, on which clocks change, a year begins, or February ends. */
function edgesOf(year: number, zone: string): number[] {
  const begin = Temporal.ZonedDateTime.from({ year, month: 1, day: 1, timeZone: zone })
  const february = Temporal.ZonedDateTime.from({ year, month: 3, day: 1, timeZone: zone })
  const spring = begin.getTimeZoneTransition('next')
  const autumn = spring?.getTimeZoneTransition('next')
  return [begin, february, spring, autumn].flatMap((edge) => edge?.epochMilliseconds ?? [])
}

const zone = fc.constantFrom(...zones)
/** Moments of which half lie within a day and a half of an edge. */
const moment = fc
  .record({
    zone,
    year: fc.integer({ min: 2000, max: 2040 }),
    edge: fc.nat(3),
    offMs: fc.oneof(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -36 * hourMs, max: 36 * hourMs })),
    anywhere: fc.option(fc.date({ min: new Date('2000-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })),
  })
  .map(({ zone, year, edge, offMs, anywhere }) => {
    const edges = edgesOf(year, zone)
    return { zone, at: anywhere ?? new Date((edges[edge % edges.length] ?? 0) + offMs) }
  })
const day = fc
  .oneof(
    fc.record({ year: fc.integer({ min: 1999, max: 2041 }), month: fc.integer({ min: 1, max: 12 }), day: fc.nat(31) }),
    fc.constantFrom(
      { year: 2024, month: 2, day: 29 },
      { year: 2100, month: 2, day: 28 },
      { year: 2023, month: 12, day: 31 },
    ),
  )
  .map((date) => Temporal.PlainDate.from({ ...date, day: Math.max(1, date.day) }))

/** What a calendar library says of the same moment. */
const todayIn = (timeZone: string, at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

describe('days, held against a calendar library', () => {
  const check = { numRuns: 500 }

  it('are those of their time zone, around midnight, clock changes, leap days and year ends', () => {
    fc.assert(
      fc.property(moment, ({ zone, at }) => {
        expect(dayIn(zone, at)).to.equal(todayIn(zone, at).toString())
      }),
      check,
    )
  })

  it('are added and counted as the calendar has them', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (from, count) => {
        const to = from.add({ days: count })
        expect(addDays(from.toString(), count)).to.equal(to.toString())
        expect(daysIn(from.toString(), to.toString())).to.equal(from.until(to, { largestUnit: 'days' }).days + 1)
      }),
      check,
    )
  })

  it('go back by months to the same day, or the last one of a shorter month', () => {
    fc.assert(
      fc.property(day, fc.nat(60), (from, months) => {
        expect(subtractMonths(from.toString(), months)).to.equal(from.subtract({ months }).toString())
      }),
      check,
    )
  })

  it('make the default range of a report, whatever the moment and the zone', () => {
    const rules: DateRangeRules = { defaultDays: 28, lagDays: 3 }
    fc.assert(
      fc.property(moment, ({ zone, at }) => {
        const end = todayIn(zone, at).subtract({ days: 3 })
        expect(resolveDateRange({}, { rules, now: at, timeZone: zone })).to.deep.equal({
          startDate: end.subtract({ days: 27 }).toString(),
          endDate: end.toString(),
        })
      }),
      check,
    )
  })
})
