import { expect } from 'chai'
import { relativeTime } from '../app/ui/time-words.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

describe('relative times', () => {
  for (const [at, words] of [
    ['2026-11-22T11:59:57Z', 'just now'],
    ['2026-11-22T11:59:15Z', '45 seconds ago'],
    ['2026-11-22T11:55:00Z', '5 minutes ago'],
    ['2026-11-22T14:30:00Z', 'in 2 hours'],
    ['2026-11-21T11:00:00Z', 'yesterday'],
    ['2026-11-20T13:00:00Z', '2 days ago'],
    ['2026-11-23T13:00:00Z', 'tomorrow'],
    ['2026-11-24T11:00:00Z', 'in 2 days'],
    ['2026-11-18T12:00:00Z', '4 days ago'],
    ['2026-11-10T12:00:00Z', '1 week ago'],
    ['2026-09-01T12:00:00Z', '2 months ago'],
  ] as const) {
    it(`${at} is ${words}`, () => expect(relativeTime(at, now)).to.equal(words))
  }
})
