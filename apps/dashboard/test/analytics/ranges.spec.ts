import { capabilities, insightsDays } from '@carillon/domain'
import { expect } from 'chai'
import { lastDays, limitsOf, presetsOf, problemOf, rangeRulesOf, spendRules } from '../../app/data/ranges.ts'

const rows = capabilities['analytics.account-insights'].cells
const short = rangeRulesOf(rows.tiktok)
const long = rangeRulesOf(capabilities['analytics.channel-insights'].cells.youtube)
const day = '2026-11-22'

describe('the days of a report', () => {
  it('can be chosen where the capability has a default for them', () => {
    expect(rangeRulesOf(rows.instagram)).to.equal(null)
    expect(rangeRulesOf(false)).to.equal(null)
    expect(short).to.deep.equal({ defaultDays: 28, lagDays: 1, windowDays: null, oldestDays: 60 })
    expect(long).to.deep.equal({ defaultDays: 28, lagDays: 3, windowDays: 365, oldestDays: null })
  })

  it('are offered in lengths that the report takes', () => {
    expect(short && presetsOf(short)).to.deep.equal([7, 28, 60])
    expect(long && presetsOf(long)).to.deep.equal([7, 28, 60, 90, 180, 365])
    for (const rules of [short, long]) {
      for (const length of rules ? presetsOf(rules) : []) {
        expect(rules && problemOf(lastDays(length, rules, day), rules, day), String(length)).to.equal(null)
      }
    }
  })

  it('end as many days ago as the figures are late', () => {
    expect(long && lastDays(7, long, day)).to.deep.equal({ startDate: '2026-11-13', endDate: '2026-11-19' })
    expect(short && lastDays(28, short, day)).to.deep.equal({ startDate: '2026-10-25', endDate: '2026-11-21' })
  })

  it('are checked before they are read', () => {
    const problem = (startDate: string, endDate: string, rules = long) =>
      rules && problemOf({ startDate, endDate }, rules, day)
    expect(problem('2026-11-01', '2026-11-21')).to.equal(null)
    expect(problem('', '2026-11-21')).to.equal('Choose the first and the last day.')
    expect(problem('2026-02-31', '2026-11-21')).to.equal('Choose the first and the last day.')
    expect(problem('2026-11-21', '2026-11-01')).to.equal('The first day is after the last day.')
    expect(problem('2026-11-01', '2026-11-22')).to.equal('The last day can be 2026-11-21 at the latest.')
    expect(problem('2025-11-21', '2026-11-21')).to.equal('The range has 366 days; the maximum is 365.')
    expect(problem('2026-09-22', '2026-11-21', short)).to.equal('The first day can be 2026-09-23 at the earliest.')
  })

  it('of ad insights go back as far as the service reads them', () => {
    for (const today of ['2026-11-22', '2027-03-31', '2027-01-31', '2028-02-29']) {
      const { min, max } = limitsOf(spendRules(today), today)
      const oldest = { startDate: min ?? '', endDate: min ?? '' }
      const now = new Date(`${today}T12:00:00Z`)
      const before = lastDays(1, { ...spendRules(today), lagDays: 1 }, oldest.startDate)
      expect(insightsDays(oldest, null, now), today).to.deep.equal(oldest)
      expect(problemOf(oldest, spendRules(today), today), today).to.equal(null)
      expect(() => insightsDays(before, null, now), today).to.throw()
      expect(problemOf({ ...before, endDate: max }, spendRules(today), today), today).to.contain('at the earliest')
    }
  })
})
