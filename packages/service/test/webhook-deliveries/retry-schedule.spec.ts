import { expect } from 'chai'
import { failingLimit, retryDelays, secondsUntilRetry } from '../../src/webhook-deliveries/retry-schedule.ts'

const hour = 3_600
const scale = 1
const next = (failures: number, more: { retryAfterMs?: number; scale?: number; random?: number } = {}) =>
  secondsUntilRetry(
    { failures, retryAfterMs: more.retryAfterMs },
    { scale: more.scale ?? scale, random: () => more.random ?? 0.5 },
  )

describe('secondsUntilRetry', () => {
  it('has the schedule that is documented, and ends', () => {
    const delays = Array.from({ length: 10 }, (_, at) => next(at + 1))
    expect(delays).to.deep.equal([5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour, null])
    expect(retryDelays).to.have.length(9)
  })

  it('is that of an endpoint until it has failed for five days, and ten times at least', () => {
    expect(failingLimit).to.deep.equal({ seconds: 5 * 24 * hour, attempts: 10 })
  })

  it('is up to a fifth earlier or later', () => {
    expect(next(1, { random: 0 })).to.be.closeTo(4, 1e-9)
    expect(next(1, { random: 1 })).to.be.closeTo(6, 1e-9)
  })

  it('is scaled, but not for Retry-After', () => {
    expect(next(2, { scale: 0.01 })).to.be.closeTo(3, 1e-9)
    expect(next(2, { scale: 0.01, retryAfterMs: 60_000 })).to.equal(60)
  })

  it('is not before Retry-After, up to a day, and not earlier because of it', () => {
    expect(next(1, { retryAfterMs: 120_000 })).to.equal(120)
    expect(next(1, { retryAfterMs: 30 * 24 * hour * 1_000 })).to.equal(24 * hour)
    expect(next(2, { retryAfterMs: 1_000 })).to.equal(300)
    expect(next(10, { retryAfterMs: 1_000 })).to.equal(null)
  })
})
