import { expect } from 'chai'
import { moneyWords } from '../../app/pages/ads/money.ts'
import { campaignOf, countriesIn, emptyPlan, type Plan, problemOf, totalOf } from '../../app/pages/ads/plan.ts'

const plan: Plan = { ...emptyPlan, name: ' Rye week ', postIds: ['1_2'], dailyBudget: 4.99, days: 10, countries: 'us' }
const terms = { currency: 'USD', minDailyBudget: 100, money: (minor: number) => moneyWords(minor, 'USD') }

describe('promoting posts', () => {
  it('costs the daily budget times the days in all', () => {
    expect(totalOf(plan, 'USD')).to.equal(4_990)
    expect(totalOf({ ...plan, dailyBudget: 500 }, 'JPY')).to.equal(5_000)
    expect(totalOf({ ...plan, dailyBudget: null }, 'USD')).to.equal(null)
    expect(totalOf({ ...plan, days: null }, 'USD')).to.equal(null)
  })

  it('ends after the days, and is paused unless it is to run at once', () => {
    const now = Date.parse('2026-11-22T12:00:00.000Z')
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

  it('reads countries however they are separated', () => {
    expect(countriesIn(' us, SE;se  de ')).to.deep.equal(['US', 'SE', 'DE'])
  })

  it('says what is missing, one thing at a time', () => {
    const problem = (part: Partial<Plan>) => problemOf({ ...plan, ...part }, terms)
    expect(problem({})).to.equal(null)
    expect(problem({ name: ' ' })).to.equal('Enter a name.')
    expect(problem({ postIds: [] })).to.equal('Choose a post.')
    expect(problem({ dailyBudget: null })).to.equal('Enter a daily budget.')
    expect(problem({ dailyBudget: 0.5 })).to.equal('The daily budget must be $1.00 or more.')
    expect(problem({ days: 0 })).to.equal('Enter the number of days.')
    expect(problem({ countries: '' })).to.equal('Enter a country.')
    expect(problem({ countries: 'US, Spain' })).to.match(/^SPAIN is not the code of a country/)
  })
})
