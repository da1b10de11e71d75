import { expect } from 'chai'
import { countries } from '../../app/pages/ads/countries.ts'
import { moneyWords } from '../../app/pages/ads/money.ts'
import {
  campaignOf,
  countriesIn,
  emptyPlan,
  type Plan,
  periodOf,
  problemOf,
  totalOf,
  unnamedIn,
} from '../../app/pages/ads/plan.ts'

const plan: Plan = { ...emptyPlan, name: ' Rye week ', postIds: ['1_2'], budget: 4.99, days: 10, countries: 'us' }
const now = Date.parse('2026-11-22T12:00:00.000Z')
const terms = { currency: 'USD', minDailyBudget: 100, money: (minor: number) => moneyWords(minor, 'USD') }

describe('promoting posts', () => {
  it('costs the daily budget times the days in all', () => {
    expect(totalOf(plan, 'USD')).to.equal(4_990)
    expect(totalOf({ ...plan, budget: 500 }, 'JPY')).to.equal(5_000)
    expect(totalOf({ ...plan, budget: null }, 'USD')).to.equal(null)
    expect(totalOf({ ...plan, days: null }, 'USD')).to.equal(null)
    expect(totalOf({ ...plan, budgetKind: 'lifetime' }, 'USD')).to.equal(499)
  })

  it('ends after the days, and is paused unless it is to run at once', () => {
    expect(campaignOf(plan, terms, now)).to.deep.equal({
      name: 'Rye week',
      postIds: ['1_2'],
      countries: ['US'],
      dailyBudget: 499,
      endTime: '2026-12-02T12:00:00.000Z',
      status: 'paused',
    })
    const more = campaignOf({ ...plan, isActive: true, beneficiary: 'Bakery', payor: ' ' }, terms, now)
    expect(more).to.include({ status: 'active', dsaBeneficiary: 'Bakery' }).and.not.to.have.property('dsaPayor')
  })

  it('says where an ad has to name who benefits and who pays, until both are named', () => {
    const abroad = { ...plan, countries: 'US, SE, NO, DE' }
    expect(unnamedIn(abroad)).to.deep.equal(['SE', 'DE'])
    expect(unnamedIn({ ...abroad, beneficiary: 'Bakery', payor: ' ' })).to.deep.equal(['SE', 'DE'])
    expect(unnamedIn({ ...abroad, beneficiary: 'Bakery', payor: 'Bakery' })).to.deep.equal([])
    expect(unnamedIn(plan)).to.deep.equal([])
  })

  it('has a lifetime budget, a start, ages and categories if they are entered', () => {
    const start = '2026-12-01T08:30'
    const more = { ...plan, budgetKind: 'lifetime', start, ageMin: 21, ageMax: 40, categories: ['housing'] } as const
    const from = Date.parse(start)
    expect(periodOf(more, now)).to.deep.equal({ from, to: from + 10 * 86_400_000 })
    expect(campaignOf(more, terms, now)).to.deep.include({
      lifetimeBudget: 499,
      startTime: new Date(from).toISOString(),
      endTime: new Date(from + 10 * 86_400_000).toISOString(),
      ageMin: 21,
      ageMax: 40,
      specialAdCategories: ['housing'],
    })
    expect(campaignOf(more, terms, now)).not.to.have.property('dailyBudget')
  })

  it('has no end while none can be written', () => {
    for (const days of [100_000_000, 3_000_000]) expect(periodOf({ ...plan, days }, now)).to.equal(null)
  })

  it('names the verified identities of its own countries alone, and asks for them', () => {
    const identities = { SG: { beneficiary: ' 71', payor: '72' }, TH: { beneficiary: '73', payor: 'Rye' } }
    const regional = { ...plan, countries: 'sg, us', identities }
    expect(problemOf(regional, terms, now)).to.equal(null)
    const sent = { SG: { beneficiaryId: '71', payorId: '72' } }
    expect(campaignOf(regional, terms, now).regionalIdentities).to.deep.equal(sent)
    expect(campaignOf({ ...plan, identities }, terms, now)).not.to.have.property('regionalIdentities')
    for (const [countries, name] of [
      ['TW', 'Taiwan'],
      ['TH', 'Thailand'],
    ] as const) {
      expect(problemOf({ ...regional, countries }, terms, now)).to.contain(`identities for ${name}`)
    }
  })

  it('reads countries however they are separated', () => {
    expect(countriesIn(' us, SE;se  de ')).to.deep.equal(['US', 'SE', 'DE'])
  })

  it('says what is missing, one thing at a time', () => {
    const problem = (part: Partial<Plan>) => problemOf({ ...plan, ...part }, terms, now)
    expect(problem({})).to.equal(null)
    expect(problem({ name: ' ' })).to.equal('Enter a name.')
    expect(problem({ postIds: [] })).to.equal('Choose a post.')
    expect(problem({ budget: null })).to.equal('Enter a daily budget.')
    expect(problem({ budget: 0.5 })).to.equal('The daily budget must be $1.00 or more.')
    expect(problem({ budgetKind: 'lifetime' })).to.match(/^The lifetime budget must be \$10.00 or more/)
    expect(problem({ budgetKind: 'lifetime', budget: 0.5, days: 1 })).to.match(/the minimum for one day\.$/)
    expect(problem({ start: '2020-01-01T00:00' })).to.equal('The start is in the past.')
    expect(problem({ ageMin: 13 })).to.equal('Ages are 18 to 65.')
    expect(problem({ ageMin: 40, ageMax: 30 })).to.equal('The minimum age is above the maximum age.')
    expect(problem({ days: 1 })).to.match(/^A daily budget is for more than one day/)
    expect(problem({ days: 1, budgetKind: 'lifetime' })).to.equal(null)
    expect(problem({ days: 0 })).to.equal('Enter the number of days.')
    for (const late of [{ days: 100_000_000 }, { start: '20266-01-01T00:00' }])
      expect(problem(late)).to.equal('The campaign has to end before the year 10000.')
    expect(
      problem({
        countries: countries
          .slice(0, 51)
          .map(({ value }) => value)
          .join(),
      }),
    ).to.equal('A campaign takes up to 50 countries.')
    expect(problem({ countries: '' })).to.equal('Enter a country.')
    expect(problem({ countries: 'US, Spain' })).to.match(/^SPAIN is not the code of a country/)
  })
})
