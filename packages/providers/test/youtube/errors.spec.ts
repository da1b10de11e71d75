import { expect } from 'chai'
import type { ErrorRule } from '../../src/error-rules.ts'
import { connectDialect, uploadDialect, youtubeDialect } from '../../src/youtube/errors.ts'
import { everyRule, judge } from '../error-table.ts'
import type { Sample } from '../fake-response.ts'
import { rejection } from './responses.ts'

const translated = (sample: Sample, dialect = youtubeDialect) => judge(dialect, sample)

describe("YouTube's rejections", () => {
  const tables: [string, typeof youtubeDialect, readonly ErrorRule[]][] = [
    ['of the API', youtubeDialect, youtubeDialect.rules],
    ['while connecting', connectDialect, connectDialect.rules.slice(0, -youtubeDialect.rules.length)],
  ]
  for (const [name, dialect, rules] of tables) {
    everyRule(name, { rules, judged: (sample) => translated(sample, dialect), outcome: 'rejected' })
  }

  const reasons: [number, string, string][] = [
    [403, 'dailyLimitExceeded', 'quota_exhausted'],
    [429, 'rateLimitExceeded', 'rate_limited'],
    [403, 'userRateLimitExceeded', 'rate_limited'],
    [429, 'uploadRateLimitExceeded', 'rate_limited'],
    [400, 'invalidTitle', 'provider_rejected'],
    [400, 'invalidTags', 'provider_rejected'],
    [400, 'invalidDescription', 'provider_rejected'],
    [400, 'invalidVideoMetadata', 'provider_rejected'],
    [403, 'forbiddenPrivacySetting', 'invalid_post_settings'],
    [401, 'authError', 'connection_expired'],
    [401, 'required', 'connection_expired'],
    [403, 'authenticatedUserNotChannel', 'connection_expired'],
    [404, 'playlistNotFound', 'post_not_found'],
    [400, 'keyInvalid', 'provider_not_configured'],
    [400, 'neverHeardOf', 'provider_error'],
  ]
  for (const [status, reason, code] of reasons) {
    it(`${status} ${reason} is ${code}`, () => {
      expect(translated({ status, body: rejection(status, reason) })).to.include({ code, outcome: 'rejected' })
    })
  }

  it('asks for a refresh only where the token itself was rejected', () => {
    const tokenRejected = (status: number, reason: string) =>
      translated({ status, body: rejection(status, reason) })?.tokenRejected
    expect(tokenRejected(401, 'authError')).to.equal(true)
    expect(tokenRejected(401, 'youtubeSignupRequired')).to.equal(false)
    expect(tokenRejected(403, 'insufficientPermissions')).to.equal(false)
  })

  it("shows YouTube's explanation without its links, and only of rejected content", () => {
    const body = rejection(400, 'invalidTags', 'Bad <a href="/tags">tags</a>.')
    expect(translated({ status: 400, body })?.message).to.match(/^Bad tags\. /)
    const quota = rejection(403, 'quotaExceeded', 'Over <a href="/q">quota</a>.')
    expect(translated({ status: 403, body: quota })?.message).not.to.contain('Over')
  })

  it('knows nothing of a 5xx, whatever it looks like', () => {
    expect(translated({ status: 503, body: rejection(503, 'backendError') })).to.include({ outcome: 'indeterminate' })
    expect(translated({ status: 502, body: '<html>' })).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('waits as long as it is told, or ten seconds', () => {
    const body = rejection(429, 'rateLimitExceeded')
    expect(translated({ status: 429, body })?.retryAfter).to.equal(10)
    expect(translated({ status: 429, body, headers: { 'retry-after': '42' } })?.retryAfter).to.equal(42)
  })

  it('accepts the statuses of uploads as responses, and no others', () => {
    for (const status of [200, 201, 308, 404, 410]) expect(translated({ status }, uploadDialect)).to.equal(undefined)
    for (const status of [302, 400, 403, 500]) expect(translated({ status }, uploadDialect)).to.be.an('error')
    expect(translated({ status: 308 })).to.be.an('error')
  })
})
