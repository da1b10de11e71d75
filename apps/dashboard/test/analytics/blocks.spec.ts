import { expect } from 'chai'
import { blockOfList, blocksOf, figuresOf } from '../../app/pages/analytics/blocks.ts'
import { namesOf, newestList, spanOf, sumOf, valuesOf } from '../../app/pages/analytics/daily.ts'
import { changeWords, figureWords, keyWords, labelOf } from '../../app/pages/analytics/labels.ts'

describe('a report as blocks', () => {
  it('is about facts, totals and lists, by the shape of its fields', () => {
    const blocks = blocksOf(
      {
        platform: 'x',
        fetchedAt: '2026-11-22T10:00:00.000Z',
        channel: { title: 'Bread', avatarUrl: 'https://example.com/a.png', subscribers: null, views: 12 },
        insights: {
          daily: [],
          countries: [{ country: 'SE', views: 3 }],
          topVideos: [{ videoId: 'a', views: 1, likes: 2 }],
        },
      },
      'Channel insights',
    )
    expect(blocks.map(({ kind, title }) => [kind, title])).to.deep.equal([
      ['figures', 'Channel'],
      ['missing', 'By day'],
      ['shares', 'Countries'],
      ['table', 'Most viewed videos'],
    ])
    const about = blocks.find(({ kind }) => kind === 'figures')
    const [fact] = about?.kind === 'figures' ? about.facts : []
    expect(fact).to.include({ label: 'Title', value: 'Bread' })
    expect(about?.kind === 'figures' && about.tiles.map(({ label, value }) => [label, value])).to.deep.equal([
      ['Subscribers', null],
      ['Views', 12],
    ])
  })

  it('reads named totals as tiles', () => {
    const block = blockOfList('insights', [{ name: 'total_interactions', period: 'day', values: [{ value: 7 }] }])
    expect(block.kind === 'figures' && block.tiles.map(({ label, value }) => [label, value])).to.deep.equal([
      ['Total interactions', 7],
    ])
  })

  it('knows percentages of 1 from those of 100', () => {
    const fractions = blockOfList('ages', [{ key: '18-24', percentage: 0.25 }])
    const percentages = blockOfList('ageGender', [{ ageGroup: '18-24', gender: 'female', percentage: 25 }])
    const words = [fractions, percentages].map(
      (block) =>
        block.kind === 'shares' && block.shares.map(({ label, value }) => [label, figureWords(value, block.unit)]),
    )
    expect(words).to.deep.equal([[['18-24', '25%']], [['18-24, female', '25%']]])
  })

  it('ranks shares by their size, and keeps ranges in their order', () => {
    const labels = (name: string, items: object[]) => {
      const block = blockOfList(name, items)
      return block.kind === 'shares' && block.shares.map(({ label }) => label)
    }
    const cities = [
      { city: 'Paris', percentage: 0.2 },
      { city: 'London', percentage: 0.8 },
    ]
    expect(labels('cities', cities)).to.deep.equal(['London', 'Paris'])
    const ages = [
      { key: '18-24', percentage: 0.1 },
      { key: '25-34', percentage: 0.9 },
    ]
    expect(labels('ages', ages)).to.deep.equal(['18-24', '25-34'])
  })

  it('lists the figures of an object within another one', () => {
    const names = figuresOf({ id: '1', insights: { profileViews: 2, retention: [] } }).map(({ name }) => name)
    expect(names).to.deep.equal(['id', 'profileViews'])
  })
})

describe('figures by day', () => {
  const rows = [
    { date: '2026-11-01', views: 5, uniqueVideoViews: 4, shares: null, activity: [{ hour: '0', count: 3 }] },
    { date: '2026-11-03', views: 7, uniqueVideoViews: 6, shares: null, activity: [] },
  ]

  it('have gaps where a day or a value was not reported', () => {
    const days = valuesOf(rows, 'views', spanOf(rows, { startDate: '2026-11-01', endDate: '2026-11-04' }))
    expect(days.map(({ value }) => value)).to.deep.equal([5, null, 7, null])
  })

  it('tell the figures that were reported from the others', () => {
    expect(namesOf(rows)).to.deep.equal({ reported: ['views', 'uniqueVideoViews'], missing: ['shares'] })
  })

  it('are added up only where that is right', () => {
    expect(['views', 'uniqueVideoViews', 'shares'].map((name) => sumOf(rows, name))).to.deep.equal([12, null, null])
  })

  it('show the newest list that a day has', () => {
    expect(newestList(rows)).to.deep.equal([{ date: '2026-11-01', name: 'activity', list: [{ hour: '0', count: 3 }] }])
  })
})

describe('words about figures', () => {
  it('name a field by the table or by itself', () => {
    expect(['minutesWatched', 'newFollowers', 'accounts_engaged'].map(labelOf)).to.deep.equal([
      'Time watched',
      'New followers',
      'Accounts engaged',
    ])
  })

  it('name countries and ages', () => {
    expect(keyWords('countries', 'SE')).to.equal('Sweden')
    expect(keyWords('cities', 'SE')).to.equal('SE')
    expect(keyWords('countries', '=1+1')).to.equal('=1+1')
    expect(keyWords('ageGender', 'age13-17')).to.equal('13-17')
  })

  it('write durations, shares and counts', () => {
    expect(figureWords(95, 'seconds')).to.equal('1 min 35 s')
    expect(figureWords(90, 'minutes')).to.equal('1 h 30 min')
    expect(figureWords(0.123, 'fraction')).to.equal('12.3%')
    expect(figureWords(12_345, undefined)).to.equal('12,345')
  })
})

describe('figures that are compared', () => {
  it('say how they have changed', () => {
    expect(changeWords({ value: 120, before: 100, unit: undefined })).to.equal('+20% from 100')
    expect(changeWords({ value: 5, before: 0, unit: undefined })).to.equal('from 0')
    expect(changeWords({ value: 5, before: 5, unit: undefined })).to.equal('No change')
    expect(changeWords({ value: 5, before: null, unit: undefined })).to.equal(null)
  })

  it('by the hour are a histogram of the whole day', () => {
    const block = blockOfList('activity', [
      { hour: '0', count: 3 },
      { hour: '23', count: 9 },
    ])
    expect(block.kind).to.equal('hours')
    expect(
      block.kind === 'hours' && [block.values.length, block.values[0], block.values[1], block.values[23]],
    ).to.deep.equal([24, 3, null, 9])
  })
})
