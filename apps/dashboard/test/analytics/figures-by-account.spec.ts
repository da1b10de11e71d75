import { expect } from 'chai'
import { blocksOf } from '../../app/pages/analytics/blocks.ts'
import { labelsOf, totalsOf } from '../../app/pages/analytics/figures-by-account.ts'

describe('the totals of several accounts', () => {
  const totals = [
    totalsOf(
      blocksOf(
        {
          subscribers: 7,
          daily: [
            { date: '2026-11-20', views: 2 },
            { date: '2026-11-21', views: 3 },
          ],
        },
        'A',
      ),
    ),
    totalsOf(blocksOf({ daily: [{ date: '2026-11-20', views: 9, shares: 1 }] }, 'B')),
  ]

  it('are the figures of a report and the sums of its days', () => {
    expect([...(totals[0] ?? [])].map(([label, { value }]) => [label, value])).to.deep.equal([
      ['Subscribers', 7],
      ['Views', 5],
    ])
  })

  it('are listed by what most accounts have', () => {
    expect(labelsOf(totals)).to.deep.equal(['Views', 'Subscribers', 'Shares'])
  })
})
