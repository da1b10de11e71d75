import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import fc from 'fast-check'
import { addDays, capabilities, type DateRangeRules, dayIn, daysIn, resolveDateRange } from '../src/index.ts'

const now = new Date('2026-11-20T12:00:00Z')
const none: DateRangeRules = { defaultDays: 28 }
const account: DateRangeRules = capabilities['analytics.account-insights'].cells.tiktok
const channel: DateRangeRules = capabilities['analytics.channel-insights'].cells.youtube

/** The field that is rejected. */
function rejected(sent: object, rules: DateRangeRules = none, at = now): string | undefined {
  try {
    resolveDateRange(sent, { rules, now: at })
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    expect([error.code, error.status]).to.deep.equal(['invalid_request', 400])
    const [issue] = error.details as { path: string[] }[]
    return issue?.path.join('.')
  }
}

const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1970-01-01', count))
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'America/Los_Angeles', 'Europe/Berlin')

describe('the range of days of a report', () => {
  it('defaults to complete days before today', () => {
    expect(resolveDateRange({}, { rules: account, now })).to.deep.equal({
      startDate: '2026-10-23',
      endDate: '2026-11-19',
    })
    expect(resolveDateRange({}, { rules: channel, now })).to.deep.equal({
      startDate: '2026-10-21',
      endDate: '2026-11-17',
    })
  })

  it('is what was sent, if the rules allow it', () => {
    const sent = { startDate: '2026-11-01', endDate: '2026-11-19' }
    expect(resolveDateRange(sent, { rules: account, now })).to.deep.equal(sent)
    expect(rejected({ startDate: '2026-11-19', endDate: '2026-11-19' })).to.equal(undefined)
  })

  it('needs both days or neither', () => {
    expect(rejected({ startDate: '2026-11-01' })).to.equal('endDate')
    expect(rejected({ endDate: '2026-11-01' })).to.equal('startDate')
  })

  it('ends before today and not before it starts', () => {
    expect(rejected({ startDate: '2026-11-01', endDate: '2026-11-20' })).to.equal('endDate')
    expect(rejected({ startDate: '2026-11-19', endDate: '2026-11-18' })).to.equal('startDate')
  })

  it('starts at most as many days or months ago as its rules say', () => {
    expect(rejected({ startDate: '2026-09-21', endDate: '2026-11-19' }, account)).to.equal(undefined)
    expect(rejected({ startDate: '2026-09-20', endDate: '2026-11-19' }, account)).to.equal('startDate')
    const months = { defaultDays: 28, oldestMonths: 37 }
    expect(rejected({ startDate: '2023-10-20', endDate: '2023-10-21' }, months)).to.equal(undefined)
    expect(rejected({ startDate: '2023-10-19', endDate: '2023-10-21' }, months)).to.equal('startDate')
    // 37 months before 31 March is in February, which has no 31st.
    const end = new Date('2026-03-31T00:00:00Z')
    expect(rejected({ startDate: '2023-02-28', endDate: '2023-03-01' }, months, end)).to.equal(undefined)
    expect(rejected({ startDate: '2023-02-27', endDate: '2023-03-01' }, months, end)).to.equal('startDate')
  })

  it('has at most as many days as its rules say, both ends counted', () => {
    expect(rejected({ startDate: '2025-11-20', endDate: '2026-11-19' }, channel)).to.equal(undefined)
    expect(rejected({ startDate: '2025-11-19', endDate: '2026-11-19' }, channel)).to.equal('startDate')
  })

  it('means the days of its time zone', () => {
    const at = new Date('2026-11-20T09:00:00Z')
    const endIn = (timeZone: string) => resolveDateRange({}, { rules: none, now: at, timeZone }).endDate
    expect(endIn('Pacific/Honolulu')).to.equal('2026-11-18')
    expect(endIn('UTC')).to.equal('2026-11-19')
    expect(endIn('Pacific/Kiritimati')).to.equal('2026-11-19')
    expect(
      resolveDateRange({}, { rules: none, now: new Date('2026-11-20T10:00:00Z'), timeZone: 'Pacific/Kiritimati' })
        .endDate,
    ).to.equal('2026-11-20')
  })

  it('has a default that its own rules allow, at any moment and anywhere', () => {
    fc.assert(
      fc.property(instant, zone, fc.constantFrom(account, channel), (at, timeZone, rules) => {
        const range = resolveDateRange({}, { rules, now: at, timeZone })
        expect(daysIn(range.startDate, range.endDate)).to.equal(rules.defaultDays)
        expect(resolveDateRange(range, { rules, now: at, timeZone })).to.deep.equal(range)
        expect(addDays(range.endDate, rules.lagDays ?? 1)).to.equal(dayIn(timeZone, at))
      }),
    )
  })

  it('is taken exactly if it lies within all rules', () => {
    fc.assert(
      fc.property(day, day, instant, (startDate, endDate, at) => {
        const today = at.toISOString().slice(0, 10)
        const length = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1
        const allowed = startDate <= endDate && endDate < today && length <= 365
        expect(rejected({ startDate, endDate }, channel, at) === undefined).to.equal(allowed)
      }),
    )
  })
})
