import { ApiError, type ErrorCode } from '@carillon/client'
import { expect } from 'chai'
import { undecidedAdvice } from '../../app/pages/ads/undecided.ts'

const isUndecided = (error: unknown) => undecidedAdvice(error, 'the campaign', 'in the list') !== null

function failed(code: ErrorCode, details: unknown): ApiError {
  const error = { code, message: 'failed', details } as ConstructorParameters<typeof ApiError>[0]
  return new ApiError(error, { status: 502, requestId: null, retryAfterSeconds: null })
}

describe('a campaign whose creation failed', () => {
  it('may exist if the service does not know, or if no response came', () => {
    expect(isUndecided(failed('provider_error', { outcome: 'unknown', made: [] }))).to.equal(true)
    expect(isUndecided(new TypeError('Failed to fetch'))).to.equal(true)
  })

  it('does not exist if the service says so', () => {
    expect(isUndecided(failed('provider_error', { outcome: 'not_created' }))).to.equal(false)
    expect(isUndecided(failed('provider_rejected', undefined))).to.equal(false)
    expect(isUndecided(failed('rate_limited', { limit: 'ad_account' }))).to.equal(false)
    expect(isUndecided(null)).to.equal(false)
  })
})
