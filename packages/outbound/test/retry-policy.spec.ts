import { expect } from 'chai'
import { parseRetryAfter, pauseBefore } from '../src/retry-policy.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const busy = { status: 503, retryAfterMs: undefined }

describe('pauseBefore', () => {
  it('doubles up to its cap and draws from the whole range', () => {
    expect([1, 2].map((attempt) => pauseBefore('read', attempt, busy, () => 1))).to.deep.equal([200, 400])
    expect(pauseBefore('read', 2, busy, () => 0.5)).to.equal(200)
  })

  it('ends with the last attempt, with other kinds and statuses, and with "none"', () => {
    expect(pauseBefore('read', 3, busy, () => 1)).to.equal(undefined)
    expect(pauseBefore('read', 1, { kind: 'rejected_address' }, () => 1)).to.equal(undefined)
    expect(pauseBefore('read', 1, { status: 500, retryAfterMs: 0 }, () => 1)).to.equal(undefined)
    expect(pauseBefore('none', 1, { kind: 'network' }, () => 1)).to.equal(undefined)
  })
})

describe('parseRetryAfter', () => {
  for (const [header, ms] of [
    [null, undefined],
    ['7', 7000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 12:00:05 GMT', 5000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['99999999999999', undefined],
    ['1.5', undefined],
    ['-1', undefined],
  ] as const) {
    it(`reads ${header} as ${ms}`, () => expect(parseRetryAfter(header, NOW)).to.equal(ms))
  }

  it('reads a date without a zone as GMT, whatever zone the machine has', () => {
    const { TZ } = process.env
    process.env['TZ'] = 'Asia/Kathmandu'
    try {
      expect(parseRetryAfter('Fri Nov 20 12:00:05 2026', NOW)).to.equal(5000)
    } finally {
      if (TZ === undefined) delete process.env['TZ']
      else process.env['TZ'] = TZ
    }
  })
})
