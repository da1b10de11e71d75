import type { AdInsights } from '@carillon/client'
import { expect } from 'chai'
import { figuresByCampaign, figuresWords } from '../../app/pages/ads/campaign-figures.ts'
import { moneyWords } from '../../app/pages/ads/money.ts'

type Row = AdInsights['rows'][number]

const row = (campaignId: string | null, spend: string | null, more: Partial<Row> = {}): Row => ({
  date: '2026-11-20',
  campaignId,
  campaignName: null,
  adSetId: null,
  adSetName: null,
  adId: null,
  adName: null,
  impressions: 100,
  reach: null,
  frequency: null,
  clicks: null,
  linkClicks: 1,
  ctr: null,
  cpc: null,
  cpm: null,
  spend,
  actions: [],
  ...more,
})

describe('the figures of campaigns', () => {
  const figures = figuresByCampaign(
    [row('1', '0.10'), row('1', '0.20'), row('2', null, { linkClicks: null }), row(null, '9')],
    'EUR',
  )
  const terms = { days: 28, money: (minor: number) => moneyWords(minor, 'EUR') }

  it('are added up over the days, in whole cents', () => {
    expect(figures.get('1')).to.deep.equal({ spent: 30, impressions: 200, linkClicks: 2 })
    expect(figures.get('2')).to.deep.equal({ spent: 0, impressions: 100, linkClicks: 0 })
    expect(figures.size).to.equal(2)
  })

  it('are said in words, and those without delivery say so', () => {
    expect(figuresWords(figures.get('1'), terms)).to.equal('€0.30 spent, 200 impressions, 2 link clicks in 28 days')
    expect(figuresWords(undefined, terms)).to.equal('No delivery in 28 days')
  })
})
