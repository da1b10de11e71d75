import { expect } from 'chai'
import { dialect as blueskyDialect, errorRules } from '../src/bluesky/errors.ts'
import type { Dialect } from '../src/call-network.ts'
import { secondsToWait } from '../src/facebook/ads/usage.ts'
import { publishDialect } from '../src/facebook/errors.ts'
import { instagramDialect } from '../src/instagram/errors.ts'
import { graphSample } from '../src/meta/errors.ts'
import { tiktokDialect } from '../src/tiktok/errors.ts'
import { sendDialect } from '../src/whatsapp/errors.ts'
import { xDialect } from '../src/x/call-x.ts'
import { youtubeDialect } from '../src/youtube/errors.ts'
import { judge } from './error-table.ts'
import { now } from './fake-call.ts'

const day = 86_400

/** A response to too many requests of each network, and the wait without a time of the network. */
const limited: [string, Dialect, { status: number; body: unknown }, number][] = [
  ['facebook', publishDialect, graphSample(4), 300],
  ['instagram', instagramDialect, graphSample(4), 300],
  ['whatsapp', sendDialect, graphSample(80007), 60],
  ['tiktok', tiktokDialect, { status: 429, body: 'Too Many Requests' }, 60],
  ['youtube', youtubeDialect, { status: 429, body: {} }, 10],
  ['x', xDialect('read'), { status: 429, body: { title: 'Too Many Requests', status: 429 } }, 900],
  ['bluesky', blueskyDialect(errorRules), { status: 429, body: { error: 'RateLimitExceeded' } }, 60],
]

function inSeconds(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

describe('the time to wait after too many requests', () => {
  for (const [network, dialect, response, usual] of limited) {
    const waitFor = (headers: Record<string, string>) => judge(dialect, { ...response, headers }, now)?.retryAfter

    // https://www.rfc-editor.org/rfc/rfc9110#name-retry-after (read 2026-11-20)
    it(`is read from a date of ${network}, of any of the three forms in GMT`, () => {
      const at = inSeconds(90)
      expect(waitFor({ 'retry-after': at.toUTCString() })).to.equal(90)
      expect(waitFor({ 'retry-after': 'Friday, 20-Nov-26 12:01:30 GMT' })).to.equal(90)
      expect(waitFor({ 'retry-after': '90' })).to.equal(90)
    })

    it(`is at most a day, whatever ${network} says`, () => {
      for (const far of [String(day * 400), '1e300', '1'.padEnd(400, '0'), inSeconds(day * 400).toUTCString()]) {
        expect(waitFor({ 'retry-after': far }), far).to.be.oneOf([day, usual])
      }
      expect(waitFor({ 'retry-after': String(day * 400) })).to.equal(day)
    })

    it(`is the usual one if that of ${network} cannot be read`, () => {
      for (const value of ['', ' ', 'soon', 'in 5 minutes', '-5', '1,5', 'NaN', 'Infinity']) {
        expect(waitFor({ 'retry-after': value }), value).to.equal(usual)
      }
    })
  }

  it('is short or the usual one if the time of the network has passed', () => {
    for (const [network, dialect, response, usual] of limited) {
      for (const past of ['0', inSeconds(-90).toUTCString()]) {
        const wait = judge(dialect, { ...response, headers: { 'retry-after': past } }, now)?.retryAfter
        expect(wait, `${network} ${past}`).to.be.oneOf([1, usual])
      }
    }
  })

  // https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-20)
  it('is at most a day until the time at which a limit is reset', () => {
    const reset = (at: number) => ({ 'x-rate-limit-reset': String(at), 'ratelimit-reset': String(at) })
    const seconds = Math.floor(now.getTime() / 1000)
    for (const [network, dialect, response] of limited.slice(-2)) {
      const waitFor = (at: number) => judge(dialect, { ...response, headers: reset(at) }, now)?.retryAfter
      expect(waitFor(seconds + 90), network).to.equal(90)
      expect(waitFor(seconds + day * 400), network).to.equal(day)
      expect(waitFor((seconds + 90) * 1000), network).to.equal(90)
      expect(waitFor(seconds - 90), network).to.equal(1)
    }
  })

  // https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
  it('is at most a day of those of Meta, which are in minutes and in seconds', () => {
    const usage = JSON.stringify({ 1: [{ type: 'pages', estimated_time_to_regain_access: 999_999_999 }] })
    const headers = { 'x-business-use-case-usage': usage }
    expect(judge(publishDialect, { ...graphSample(80001), headers }, now)?.retryAfter).to.equal(day)
    const far = { limit: 'app', percent: 100, seconds: 1e300, byUseCase: false } as const
    expect(secondsToWait([far], 'app')).to.equal(day)
  })
})
