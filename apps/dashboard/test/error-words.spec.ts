import { ApiError, PublishUnknownError, UnexpectedResponseError, WriteUnknownError } from '@carillon/client'
import { expect } from 'chai'
import { errorWords, isWorthRetrying } from '../app/data/error-words.ts'

function apiError(code: 'rate_limited' | 'profile_not_found' | 'database_error', status: number, wait: number | null) {
  return new ApiError(
    { code, message: 'What happened.', details: undefined },
    { status, requestId: 'r-1', retryAfterSeconds: wait },
  )
}

describe('words about errors', () => {
  it('say what the API says, with its code and the id of the request', () => {
    expect(errorWords(apiError('profile_not_found', 404, null))).to.deep.include({
      message: 'What happened.',
      code: 'profile_not_found',
      requestId: 'r-1',
      remedy: null,
    })
  })

  it('say how long to wait', () => {
    expect(errorWords(apiError('rate_limited', 429, 17)).remedy).to.contain('17 seconds')
    expect(errorWords(apiError('rate_limited', 429, 1)).remedy).to.equal('Try again in 1 second.')
  })

  it('know a service that does not respond', () => {
    expect(errorWords(new TypeError('Failed to fetch')).title).to.equal('Carillon cannot be reached')
    const proxy = new UnexpectedResponseError({ status: 502, requestId: null, body: '<h1>Bad gateway</h1>' })
    expect(errorWords(proxy).message).to.contain('502').and.not.to.contain('<h1>')
    const redirect = new UnexpectedResponseError({ status: 0, requestId: null, body: '' })
    expect(errorWords(redirect).message).to.contain('redirected the request')
  })

  it('say what is not known', () => {
    const sent = { requestId: 'r-1', cause: undefined }
    const published = errorWords(new PublishUnknownError({ ...sent, publish: null }))
    expect(published.message).to.contain('published')
    const written = errorWords(new WriteUnknownError({ ...sent, write: null }))
    expect(written).to.deep.include({ message: 'It is not known whether it took effect.', requestId: 'r-1' })
  })

  it('have something for everything else', () => {
    expect(errorWords('a text').message).to.equal('a text')
  })

  it('only what may pass on its own is tried again', () => {
    expect(isWorthRetrying(apiError('database_error', 503, null))).to.equal(true)
    expect(isWorthRetrying(apiError('profile_not_found', 404, null))).to.equal(false)
    expect(isWorthRetrying(new TypeError('Failed to fetch'))).to.equal(true)
  })
})
