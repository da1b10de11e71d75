import { errorCodes } from '@carillon/errors'
import type { OutboundAnswer } from '@carillon/outbound'
import { expect } from 'chai'
import { errorRules, filmRules, imageRules, refusalOf, videoServiceRules } from '../../src/bluesky/errors.ts'
import { type ErrorRule, translate } from '../../src/error-rules.ts'
import { createdAt } from './account.ts'

interface Sample {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

function answer({ status, headers = {}, body = {} }: Sample): OutboundAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    status,
    headers: new Headers(headers),
    bytes: () => Buffer.from(text),
    text: () => text,
    json: () => JSON.parse(text),
  }
}

function translated(rules: readonly ErrorRule[], sample: Sample) {
  const refusal = refusalOf(answer(sample), createdAt)
  if (!refusal) throw new Error('no refusal')
  return translate(rules, refusal)
}

describe('bluesky refusals', () => {
  for (const [name, rules] of Object.entries({ errorRules, imageRules, filmRules, videoServiceRules })) {
    it(`${name}: every rule is reached by its sample`, () => {
      for (const rule of rules) {
        const error = translated(rules, rule.sample as Sample)
        expect(error).to.include({ code: rule.code, tokenRefused: rule.tokenRefused ?? false, outcome: 'refused' })
        expect(errorCodes).to.include(error.code)
      }
    })
  }

  it('tell how long to wait', () => {
    const reset = Math.floor(createdAt.getTime() / 1000) + 90
    const limited = (headers: Record<string, string>) => translated(errorRules, { status: 429, headers }).retryAfter
    expect(limited({ 'ratelimit-reset': String(reset) })).to.equal(90)
    expect(limited({ 'retry-after': '7', 'ratelimit-reset': String(reset) })).to.equal(7)
    expect(limited({})).to.equal(60)
  })

  it('carry the explanation only where the content was refused', () => {
    const message = 'Invalid app.bsky.feed.post record'
    expect(translated(errorRules, { status: 400, body: { error: 'InvalidRequest', message } }).message).to.equal(
      message,
    )
    expect(translated(errorRules, { status: 400, body: { error: 'Other', message } }).message).not.to.contain(message)
  })

  it('are unclear where something may have happened', () => {
    expect(translated(errorRules, { status: 500, body: { error: 'InternalServerError' } }).outcome).to.equal('unclear')
    expect(translated(errorRules, { status: 502, body: '<html>Bad Gateway</html>' })).to.include({
      code: 'provider_error',
      outcome: 'unclear',
    })
  })
})
