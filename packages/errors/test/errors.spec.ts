import { expect } from 'chai'
import {
  asServiceError,
  catalogueRow,
  envelope,
  errorCodes,
  errorIn,
  fieldError,
  ServiceError,
  shouldRetry,
} from '../src/index.ts'

describe('catalogue', () => {
  it('gives a status to every code that can be a response, and to no other', () => {
    for (const code of errorCodes) {
      const { statuses, places } = catalogueRow(code)
      expect(statuses.length > 0, code).to.equal(places.includes('response'))
    }
  })

  it('advises to wait only where a Retry-After can be given', () => {
    const waiting = errorCodes.filter((code) => catalogueRow(code).retry === 'after')
    expect(waiting.every((code) => [429, 503].includes(catalogueRow(code).statuses[0] ?? 0))).to.equal(true)
  })
})

const request = { requestId: 'request-1', publicUrl: 'https://api.example.com' }

describe('envelope', () => {
  const told = { requestId: 'request-1', docUrl: 'https://api.example.com/docs/errors#unauthorized' }

  it('leaves details out when there are none', () => {
    expect(envelope(new ServiceError('unauthorized', 'No key.'), request)).to.deep.equal({
      error: { code: 'unauthorized', message: 'No key.', ...told },
    })
  })

  it('keeps details and takes the status of the row or the one given', () => {
    const error = new ServiceError('invalid_request', 'Too large.', { status: 413, details: [] })
    expect(error.status).to.equal(413)
    expect(envelope(error, request).error.details).to.deep.equal([])
    expect(new ServiceError('invalid_request', 'Broken.').status).to.equal(400)
  })

  it('tells nothing of an unforeseen fault', () => {
    const error = asServiceError(new Error('password=hunter2'))
    expect(error.code).to.equal('internal_error')
    expect(JSON.stringify(envelope(error, request))).not.to.contain('hunter2')
  })
})

describe('fieldError', () => {
  it('names the field in its message and tells the path apart in its details', () => {
    const rejection = fieldError({ path: ['list', '0', 'name'], message: 'it is required' })
    expect(envelope(rejection, request).error).to.deep.equal({
      code: 'invalid_request',
      message: 'list.0.name: it is required',
      details: [{ path: ['list', '0', 'name'], message: 'it is required' }],
      requestId: 'request-1',
      docUrl: 'https://api.example.com/docs/errors#invalid_request',
    })
  })

  it('names the whole where there is no field, and takes another code', () => {
    const rejection = fieldError({
      path: [],
      message: 'an object is expected',
      whole: 'query',
      code: 'invalid_profile',
    })
    expect([rejection.code, rejection.message]).to.deep.equal(['invalid_profile', 'query: an object is expected'])
  })
})

describe('shouldRetry', () => {
  const retried = (mayBeStored: boolean) => errorCodes.filter((code) => shouldRetry({ code, mayBeStored }))

  it('is true where a retry is safe and of use soon', () => {
    expect(retried(false)).to.have.members([
      'deadline_passed',
      'rate_limited',
      'provider_unavailable',
      'temporarily_unavailable',
      'database_error',
      'upload_checksum_mismatch',
    ])
  })

  it('is false wherever a write may be stored', () => {
    expect(retried(true)).to.deep.equal([])
    expect(shouldRetry(new ServiceError('rate_limited'))).to.equal(true)
    expect(shouldRetry(new ServiceError('rate_limited', undefined, { mayBeStored: true }))).to.equal(false)
  })
})

describe('errorIn', () => {
  it('places the fields of an error in a property of the body, and keeps everything else', () => {
    const bound = { limit: 1, actual: 2 }
    const given = fieldError({ path: ['images', '0'], message: 'too large', code: 'invalid_image', bound })
    const placed = errorIn('post', given)
    expect(placed).to.include({ code: 'invalid_image', message: 'post.images.0: too large', status: 422 })
    expect(placed).to.deep.include({
      bounds: [bound],
      details: [{ path: ['post', 'images', '0'], message: 'too large' }],
    })
  })

  it('leaves a message that names no field, and errors that are not about fields', () => {
    const named = new ServiceError('provider_rejected', 'Too long.', {
      details: [{ path: ['text'], message: 'Long.' }],
    })
    expect(errorIn('post', named)).to.include({ message: 'Too long.' })
    const other = new ServiceError('rate_limited', 'Wait.', { details: { limit: 'app' }, retryAfter: 5 })
    expect(errorIn('post', other)).to.equal(other)
  })
})
