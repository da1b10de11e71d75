import { expect } from 'chai'
import type { ProviderError } from '../../src/error-rules.ts'
import { connectErrors, xErrors } from '../../src/x/errors.ts'
import { type Area, readRejection } from '../../src/x/rejection.ts'
import { everyRule, judge } from '../error-table.ts'
import { now } from '../fake-call.ts'
import { responseOf, type Sample } from '../fake-response.ts'

interface XSample extends Sample {
  area: Area
}

function rejectionOf({ area, ...sample }: XSample, rules = xErrors): ProviderError {
  const error = judge({ rules, rejection: (response) => readRejection(response, { area, now }) }, sample)
  if (!error) throw new Error('the response was accepted as a success')
  return error
}

describe('x: rejections', () => {
  everyRule('of the API', { rules: xErrors, judged: (sample: XSample) => rejectionOf(sample) })
  everyRule('while connecting', {
    rules: connectErrors.slice(0, -xErrors.length),
    judged: (sample: XSample) => rejectionOf(sample, connectErrors),
  })

  it('tells a rejected access token from everything else', () => {
    expect(xErrors.filter(({ tokenRejected }) => tokenRejected).map(({ match }) => match)).to.deep.equal([
      { status: 401 },
    ])
  })

  it('knows both words for empty credits and both for a spent window', () => {
    const bodies = [
      [
        402,
        {
          title: 'Payment Required',
          detail: 'credits depleted',
          type: 'https://api.x.com/2/problems/credits-depleted',
        },
      ],
      [429, { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 }],
    ] as const
    for (const [status, body] of bodies) {
      expect(rejectionOf({ status, area: 'posts', body })).to.include({ code: 'temporarily_unavailable', status: 503 })
    }
  })

  it('knows a duplicate under its newer name', () => {
    const detail = 'You are not allowed to create a Post with duplicate content.'
    const body = { detail, type: 'about:blank', title: 'Forbidden', status: 403 }
    expect(rejectionOf({ status: 403, area: 'posts', body })).to.include({ code: 'duplicate_post', status: 409 })
  })

  // https://github.com/iSarabjitDhiman/TweeterPy/issues/105 (read 2026-11-29)
  const page = '<!DOCTYPE html>\n<html lang="en-US"><head><title>Attention Required! | Cloudflare</title></head></html>'
  const areas: Area[] = ['oauth', 'read', 'media', 'posts', 'delete']
  for (const area of areas) {
    it(`does not take the page of a firewall for what X says of ${area}`, () => {
      for (const status of [400, 401, 403, 404, 413, 422]) {
        const error = rejectionOf({ status, area, body: page })
        expect(error, String(status)).to.include({ code: 'provider_error', outcome: 'rejected', tokenRejected: false })
        expect(error.message, String(status)).to.contain('not X itself')
      }
    })
  }

  // https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors (read 2026-11-29)
  it('is not available while Cloudflare does not reach it, and the outcome is not known', () => {
    for (const status of [500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530]) {
      for (const area of areas) {
        const error = rejectionOf({ status, area, body: page })
        expect(error).to.include({ code: 'temporarily_unavailable', outcome: 'indeterminate', status: 503 })
      }
    }
    expect(rejectionOf({ status: 429, area: 'posts', body: page })).to.include({ code: 'temporarily_unavailable' })
  })

  it('shows what X says of a text', () => {
    const body = { title: 'Forbidden', detail: 'Your Tweet text is too long.', type: 'about:blank', status: 403 }
    expect(rejectionOf({ status: 403, area: 'posts', body }).message).to.equal(
      'Your Tweet text is too long. X rejected it.',
    )
  })

  it("is indeterminate where the response is not X's", () => {
    expect(rejectionOf({ status: 599, area: 'posts', body: 'proxy' })).to.include({
      code: 'provider_error',
      outcome: 'indeterminate',
    })
  })

  it('takes errors beside data, and a page of nothing, for a success', () => {
    const errors = [{ type: 'https://api.x.com/2/problems/not-authorized-for-field' }]
    for (const body of [
      { data: [], errors },
      { meta: { result_count: 0 }, errors },
    ]) {
      expect(readRejection(responseOf({ status: 200, body }), { area: 'read', now })).to.equal(undefined)
    }
  })

  const at = (seconds: number) => String(now.getTime() / 1000 + seconds)
  const waits: [string, Record<string, string>, number][] = [
    ['the window', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': at(90) }, 90],
    [
      'the day of the app',
      {
        'x-rate-limit-remaining': '99',
        'x-rate-limit-reset': at(90),
        'x-app-limit-24hour-remaining': '0',
        'x-app-limit-24hour-reset': at(7000),
      },
      7000,
    ],
    ['a window whose rest is not told', { 'x-rate-limit-reset': at(30) }, 30],
    ['Retry-After', { 'retry-after': '12' }, 12],
    ['nothing', {}, 900],
  ]
  for (const [name, headers, seconds] of waits) {
    it(`waits as long as ${name} asks`, () => {
      const body = { title: 'Too Many Requests', type: 'about:blank', status: 429 }
      expect(rejectionOf({ status: 429, area: 'posts', body, headers }).retryAfter).to.equal(seconds)
    })
  }
})
