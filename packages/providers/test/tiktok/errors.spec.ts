import { expect } from 'chai'
import type { Dialect } from '../../src/call-network.ts'
import type { ErrorRule } from '../../src/error-rules.ts'
import { connectDialect, publishDialect, refreshDialect, tiktokDialect, tiktokRules } from '../../src/tiktok/errors.ts'
import { failureFor, reasonRules } from '../../src/tiktok/failure-reasons.ts'
import { everyRule, judge } from '../error-table.ts'
import type { Sample } from '../fake-response.ts'
import { ok, rejected } from './responses.ts'

const translated = (sample: Sample, dialect: Dialect = tiktokDialect) => judge(dialect, sample)

describe("TikTok's rejections", () => {
  const own = (dialect: Dialect) => dialect.rules.slice(0, -tiktokRules.length)
  const tables: [string, Dialect, readonly ErrorRule[]][] = [
    ['of the API', tiktokDialect, tiktokRules],
    ['while connecting', connectDialect, own(connectDialect)],
    ['while refreshing', refreshDialect, own(refreshDialect)],
    ['of a video', publishDialect('video'), own(publishDialect('video'))],
    ['of photos', publishDialect('photos'), own(publishDialect('photos'))],
  ]
  for (const [name, dialect, rules] of tables) {
    everyRule(name, { rules, judged: (sample) => translated(sample, dialect), outcome: 'rejected' })
  }

  const codes: [number, string, boolean][] = [
    [40001, 'connection_expired', false],
    [40002, 'provider_error', false],
    [40006, 'provider_error', false],
    [40007, 'provider_error', false],
    [40100, 'rate_limited', false],
    [40101, 'provider_not_configured', false],
    [40104, 'connection_expired', true],
    [40105, 'connection_expired', true],
    [40130, 'connection_expired', false],
    [40131, 'connection_expired', true],
    [40999, 'provider_error', false],
  ]
  for (const [code, meaning, tokenRejected] of codes) {
    it(`${code} is ${meaning}${tokenRejected ? ', for the token' : ''}`, () => {
      const error = translated({ status: 200, body: rejected(code) })
      expect(error).to.include({ code: meaning, outcome: 'rejected', tokenRejected })
    })
  }

  it('is not a rejection if the code is 0', () => {
    expect(translated({ status: 200, body: ok() })).to.equal(undefined)
  })

  it('cannot tell what became of a call that failed inside the network', () => {
    for (const code of [50000, 51065]) {
      expect(translated({ status: 200, body: rejected(code) })).to.include({
        code: 'provider_error',
        outcome: 'indeterminate',
      })
    }
    expect(translated({ status: 503, body: rejected(50000) })).to.include({ outcome: 'indeterminate' })
  })

  it('does not accept a response without a code as a success', () => {
    for (const body of ['<html>', '{}', '{"code":"0"}', '[]']) {
      expect(translated({ status: 200, body })).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    }
  })

  it('waits as long as it is told, or five minutes', () => {
    expect(translated({ status: 200, body: rejected(40100) })?.retryAfter).to.equal(300)
    const told = { status: 429, body: 'Too Many Requests', headers: { 'retry-after': '42' } }
    expect(translated(told)?.retryAfter).to.equal(42)
  })

  const messages: [string, string][] = [
    ['photo_images.3: URL ownership is not verified.', 'media_url_unverified'],
    ['The url prefix of video_url has not been verified', 'media_url_unverified'],
    ['url_ownership_unverified', 'media_url_unverified'],
    ['post_info.privacy_level: The creator may choose SELF_ONLY.', 'invalid_post_settings'],
    ['Invalid value of disable_comment', 'invalid_post_settings'],
    ['post_info.caption: Must be at most 2200 characters.', 'provider_rejected'],
  ]
  for (const [message, code] of messages) {
    it(`takes “${message}” of a post for ${code}`, () => {
      expect(translated({ status: 200, body: rejected(40002, message) }, publishDialect('video'))?.code).to.equal(code)
    })
  }

  it("shows the network's words of rejected content only", () => {
    const words = rejected(40002, 'post_info.caption: Mentions more than 30 users.')
    expect(translated({ status: 200, body: words }, publishDialect('video'))?.message).to.contain('30 users')
    expect(translated({ status: 200, body: words })?.message).not.to.contain('30 users')
  })

  it('says for the file which kind was rejected', () => {
    expect(publishDialect('video').rules.find(({ match }) => match['code'] === 40908)?.code).to.equal('invalid_video')
    expect(publishDialect('photos').rules.find(({ match }) => match['code'] === 40908)?.code).to.equal('invalid_image')
  })
})

describe('why TikTok gave a post up', () => {
  for (const rule of reasonRules) {
    it(`${JSON.stringify(rule.match)} is ${rule.code}`, () => {
      const { data, kind } = rule.sample as { data: { reason: string }; kind: 'video' | 'photos' }
      const error = failureFor(data.reason, kind)
      expect(error.message).to.contain(rule.message)
      expect(error).to.include({ code: rule.code, outcome: 'rejected', final: true })
    })
  }

  it('tells to come back tomorrow when the day is full', () => {
    expect(failureFor('spam_risk_too_many_posts', 'video')).to.include({ status: 429, retryAfter: 86_400 })
  })

  it('shows a reason that it does not know', () => {
    const { code, message } = failureFor('never_heard_of', 'video')
    expect([code, message]).to.deep.equal(['provider_rejected', 'never_heard_of: TikTok did not publish the post.'])
    expect(failureFor(undefined, 'video').message).to.equal('TikTok did not publish the post.')
  })

  it('tells photos from videos', () => {
    expect(failureFor('file_format_check_failed', 'photos').code).to.equal('invalid_image')
    expect(failureFor('file_format_check_failed', 'video').code).to.equal('invalid_video')
  })
})
