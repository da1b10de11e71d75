import { expect } from 'chai'
import { leadsTable } from '../../app/pages/ads/leads.ts'
import { type Ad, type AdSet, type Campaign, linesOf, startWords } from '../../app/pages/ads/tree.ts'

const ad = (id: string, status: string): Ad => ({
  ...{ id, name: id, status, effectiveStatus: status, postId: null, creativeId: null },
  ...{ thumbnailUrl: null, issues: [], reviewFeedback: null },
})
const adSet = (id: string, status: string, ads: Ad[], dailyBudget: number | null = 500): AdSet => ({
  ...{ id, name: id, status, effectiveStatus: status, dailyBudget, lifetimeBudget: null, billingEvent: null },
  ...{ optimizationGoal: null, startTime: null, endTime: null, targeting: null, ads },
})
const campaign = (id: string, status: string, adSets: AdSet[], dailyBudget: number | null = null): Campaign => ({
  ...{ id, name: id, objective: null, status, effectiveStatus: status, dailyBudget, lifetimeBudget: null },
  ...{ startTime: null, stopTime: null, createdAt: null, adSets },
})

const money = (minor: number) => `$${minor / 100}`
const all = new Set(['c', 's', 't'])
const wordsOf = (campaigns: Campaign[], id: string) => {
  const line = linesOf(campaigns, all).find((one) => one.id === id)
  return line && startWords(line, money)
}

describe('the tree of campaigns', () => {
  it('shows what is below an object only while it is open', () => {
    const campaigns = [campaign('c', 'active', [adSet('s', 'active', [ad('a', 'active')])])]
    const ids = (open: string[]) => linesOf(campaigns, new Set(open)).map(({ id }) => id)
    expect([ids([]), ids(['c']), ids(['s']), ids(['c', 's'])]).to.deep.equal([
      ['c'],
      ['c', 's'],
      ['c'],
      ['c', 's', 'a'],
    ])
  })
})

describe('what starts to spend', () => {
  const sets = [
    adSet('s', 'active', [ad('a', 'active'), ad('b', 'active'), ad('off', 'paused')]),
    adSet('t', 'paused', [ad('x', 'active')]),
  ]

  it('is what is active below a campaign, with the budgets of its ad sets', () => {
    expect(wordsOf([campaign('c', 'paused', sets)], 'c')).to.equal('2 ads start to spend up to $5 a day.')
  })

  it('is limited by the budget of the campaign where it has one', () => {
    expect(wordsOf([campaign('c', 'paused', sets, 2_000)], 'c')).to.equal('2 ads start to spend up to $20 a day.')
  })

  it('is nothing while something above is not active', () => {
    const paused = [campaign('c', 'paused', sets)]
    expect(wordsOf(paused, 't')).to.equal('Nothing starts to spend yet: its campaign is not active.')
    expect(wordsOf(paused, 'x')).to.equal('Nothing starts to spend yet: its ad set is not active.')
    const active = [campaign('c', 'active', sets)]
    expect(wordsOf(active, 't')).to.equal('One ad starts to spend up to $5 a day.')
    expect(wordsOf(active, 'off')).to.equal('One ad starts to spend up to $5 a day.')
  })

  it('is nothing without an active ad', () => {
    expect(wordsOf([campaign('c', 'paused', [])], 'c')).to.match(/^Nothing starts to spend yet: the campaign has no/)
  })
})

describe('leads as a table', () => {
  it('has a column for each question that was answered', () => {
    const lead = {
      ...{ id: '1', formId: 'f', createdAt: '2026-11-22T10:00:00.000Z', adId: null, adName: null, adSetId: null },
      ...{ campaignId: null, campaignName: 'Rye', isOrganic: false, platform: null },
    }
    const { headers, rows } = leadsTable(
      [
        { ...lead, fields: [{ name: 'email', values: ['a@example.com'] }] },
        { ...lead, isOrganic: true, fields: [{ name: 'bread', values: ['Rye', 'Oat'] }] },
      ],
      new Map([['f', 'Newsletter']]),
    )
    expect(headers).to.deep.equal(['Created', 'Form', 'Campaign', 'Ad', 'email', 'bread'])
    expect(rows).to.deep.equal([
      [lead.createdAt, 'Newsletter', 'Rye', null, 'a@example.com', null],
      [lead.createdAt, 'Newsletter', 'Organic', null, null, 'Rye, Oat'],
    ])
  })
})
