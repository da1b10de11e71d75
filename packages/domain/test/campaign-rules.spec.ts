import { expect } from 'chai'
import { campaignRules } from '../src/index.ts'

const now = new Date('2035-07-01T00:00:00Z')

function faultsOf(terms: { startTime?: string; endTime?: string }): string[] {
  return campaignRules.flatMap(({ field, fault }) => (fault(terms, now) === null ? [] : [field]))
}

describe('the times of a campaign', () => {
  const endings: [what: string, terms: { startTime?: string; endTime?: string }, faults: string[]][] = [
    ['that ends later', { endTime: '2035-07-02T00:00:00Z' }, []],
    ['that has ended', { endTime: '2035-06-30T12:00:00Z' }, ['endTime']],
    ['that has ended with a leap second', { endTime: '2035-06-30T23:59:60Z' }, ['endTime']],
    ['that ends before it starts', { startTime: '2036-01-02T00:00:00Z', endTime: '2036-01-01T00:00:00Z' }, ['endTime']],
    [
      'that ends with the leap second with which it starts',
      { startTime: '2036-06-30T23:59:60Z', endTime: '2036-07-01T01:59:60+02:00' },
      ['endTime'],
    ],
  ]
  for (const [what, terms, faults] of endings) {
    it(`${faults.length > 0 ? 'are wrong' : 'are right'} for one ${what}`, () => {
      expect(faultsOf(terms)).to.deep.equal(faults)
    })
  }
})
