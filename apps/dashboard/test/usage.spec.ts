import { expect } from 'chai'
import { amountFormat, amountWords, countedOperation, daysOfMonth, lastMonths } from '../app/data/usage.ts'
import { expiryAt } from '../app/pages/keys/key-expiry.ts'
import { everyDay } from '../app/pages/usage/every-day.ts'
import { axisTicks } from '../app/ui/axis-ticks.ts'

describe('usage', () => {
  it('counts months in UTC, the running one first', () => {
    expect(lastMonths(Date.parse('2026-01-31T23:59:59Z'), 3)).to.deep.equal(['2026-01', '2025-12', '2025-11'])
  })

  it('ends a month at its last day, the running one today', () => {
    expect(daysOfMonth('2026-02', '2026-11-22')).to.deep.equal({ from: '2026-02-01', to: '2026-02-28' })
    expect(daysOfMonth('2026-11', '2026-11-22')).to.deep.equal({ from: '2026-11-01', to: '2026-11-22' })
  })

  it('has a bar for every day', () => {
    const days = everyDay([{ date: '2026-02-28', amount: '0.5' }], '2026-02-27', '2026-03-01')
    expect(days.map(({ amount }) => amount)).to.deep.equal(['0', '0.5', '0'])
  })

  it('has ticks at round numbers, from zero to the largest amount or just above', () => {
    expect(axisTicks(0.025)).to.deep.equal([0, 0.01, 0.02, 0.03])
    expect(axisTicks(0.03)).to.deep.equal([0, 0.01, 0.02, 0.03])
    expect(axisTicks(7)).to.deep.equal([0, 2, 4, 6, 8])
    expect(axisTicks(1000)).to.deep.equal([0, 250, 500, 750, 1000])
    expect(axisTicks(0)).to.deep.equal([0])
  })

  it('shows fractions of a cent', () => {
    // Alone, and in one number of decimals beside others.
    expect(['0', '0.015', '12.5', '0.0005'].map(amountWords)).to.deep.equal(['$0.00', '$0.015', '$12.50', '$0.0005'])
    const amounts = ['0.015', '0.02', '0.01']
    expect(amounts.map(amountFormat(amounts))).to.deep.equal(['$0.015', '$0.020', '$0.010'])
  })

  it('names operations in words', () => {
    expect(countedOperation('post.create.url', 1)).to.equal('1 post with a link')
    expect(countedOperation('post.create', 2)).to.equal('2 posts')
    expect(countedOperation('something.new', 2)).to.equal('2 something.new')
  })
})

describe('expiry of a new key', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  it('is so many days from now', () => expect(expiryAt('30', now)).to.equal('2026-12-22T12:00:00.000Z'))
  it('is never when that was chosen', () => expect(expiryAt('never', now)).to.equal(null))
})
