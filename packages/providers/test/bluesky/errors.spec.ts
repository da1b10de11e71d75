import { expect } from 'chai'
import { errorRules, imageRules, rejectionOf, videoRules, videoServiceRules } from '../../src/bluesky/errors.ts'
import type { ErrorRule, ProviderError } from '../../src/error-rules.ts'
import { everyRule, judge } from '../error-table.ts'
import type { Sample } from '../fake-response.ts'
import { createdAt } from './account.ts'

function translated(rules: readonly ErrorRule[], sample: Sample): ProviderError {
  const error = judge({ rules, rejection: (response) => rejectionOf(response, createdAt) }, sample)
  if (!error) throw new Error('no rejection')
  return error
}

describe('bluesky rejections', () => {
  for (const [name, rules] of Object.entries({ errorRules, imageRules, videoRules, videoServiceRules })) {
    everyRule(name, { rules, judged: (sample) => translated(rules, sample) })
  }

  it('tell how long to wait', () => {
    const reset = Math.floor(createdAt.getTime() / 1000) + 90
    const limited = (headers: Record<string, string>) => translated(errorRules, { status: 429, headers }).retryAfter
    expect(limited({ 'ratelimit-reset': String(reset) })).to.equal(90)
    expect(limited({ 'retry-after': '7', 'ratelimit-reset': String(reset) })).to.equal(7)
    expect(limited({})).to.equal(60)
  })

  it('carry the explanation only where the content was rejected', () => {
    const message = 'Invalid app.bsky.feed.post record'
    expect(translated(errorRules, { status: 400, body: { error: 'InvalidRequest', message } }).message).to.equal(
      message,
    )
    expect(translated(errorRules, { status: 400, body: { error: 'Other', message } }).message).not.to.contain(message)
  })

  it('are unclear where something may have happened', () => {
    expect(translated(errorRules, { status: 500, body: { error: 'InternalServerError' } }).outcome).to.equal(
      'indeterminate',
    )
    expect(translated(errorRules, { status: 502, body: '<html>Bad Gateway</html>' })).to.include({
      code: 'provider_error',
      outcome: 'indeterminate',
    })
  })
})
