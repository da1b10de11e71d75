import type { Platform } from '@carillon/domain'
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

interface Limited {
  dialect: Dialect
  /** A response to too many requests. */
  response: { status: number; body: unknown }
  /** The wait in seconds without a time of the network. */
  usual: number
  /** The header with the time at which the limit is reset, in seconds since 1970, if the network has one. */
  resetHeader?: string
}

const limited: Readonly<Record<Platform, Limited>> = {
  facebook: { dialect: publishDialect, response: graphSample(4), usual: 300 },
  instagram: { dialect: instagramDialect, response: graphSample(4), usual: 300 },
  whatsapp: { dialect: sendDialect, response: graphSample(80007), usual: 60 },
  tiktok: { dialect: tiktokDialect, response: { status: 429, body: 'Too Many Requests' }, usual: 60 },
  youtube: { dialect: youtubeDialect, response: { status: 429, body: {} }, usual: 10 },
  x: {
    dialect: xDialect('read'),
    response: { status: 429, body: { title: 'Too Many Requests', status: 429 } },
    usual: 900,
    resetHeader: 'x-rate-limit-reset',
  },
  bluesky: {
    dialect: blueskyDialect(errorRules),
    response: { status: 429, body: { error: 'RateLimitExceeded' } },
    usual: 60,
    resetHeader: 'ratelimit-reset',
  },
}

function inSeconds(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

describe('the time to wait after too many requests', () => {
  for (const [network, { dialect, response, usual }] of Object.entries(limited)) {
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
    for (const [network, { dialect, response, usual }] of Object.entries(limited)) {
      for (const past of ['0', inSeconds(-90).toUTCString()]) {
        const wait = judge(dialect, { ...response, headers: { 'retry-after': past } }, now)?.retryAfter
        expect(wait, `${network} ${past}`).to.be.oneOf([1, usual])
      }
    }
  })

  // https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-20)
  it('is at most a day until the time at which a limit is reset', () => {
    const seconds = Math.floor(now.getTime() / 1000)
    for (const [network, { dialect, response, resetHeader }] of Object.entries(limited)) {
      if (resetHeader === undefined) continue
      const waitFor = (at: number) =>
        judge(dialect, { ...response, headers: { [resetHeader]: String(at) } }, now)?.retryAfter
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
