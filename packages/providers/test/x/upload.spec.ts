import { expect } from 'chai'
import nock from 'nock'
import type { Step } from '../../src/ports/publish.ts'
import { xPublish } from '../../src/x/publish.ts'
import type { State } from '../../src/x/publish-state.ts'
import { intercept } from '../fake-call.ts'
import { api, failure, publishCall, source } from './network.ts'

const nothing: State = { uploads: [], postIds: [] }

interface Sent {
  /** The request's body, each byte one character. */
  body: string
}

/** Responds to the next call of a path that carries a form, and keeps what was sent. */
function mockForm(path: string, data: object): Sent {
  const sent: Sent = { body: '' }
  const reqheaders = { authorization: 'Bearer access-1', 'content-type': /^multipart\/form-data; boundary=/ }
  nock(api, { reqheaders })
    .post(path, (body) => {
      // nock shows bytes that are not text as hexadecimal digits.
      sent.body = Buffer.from(String(body), 'hex').toString('latin1')
      return true
    })
    .reply(200, { data })
  return sent
}

function stateOf(step: Step<State>): State {
  if (step.kind === 'next' || step.kind === 'wait') return step.state
  throw new Error(`a state was expected, not ${step.kind}`)
}

/** @see https://docs.x.com/x-api/media/quickstart/media-upload-chunked (read 2026-11-20) */
const video = { id: '71', media_key: '7_71', expires_after_secs: 1_295_999 }
const working = (state: string, more: object = {}) => ({ processing_info: { state, ...more } })

describe('x: uploads', () => {
  intercept()

  /**
   * Responds to all calls of an image's upload. @see https://docs.x.com/x-api/media/initialize-media-upload (read
   * 2026-11-20)
   */
  function mockImage(id: string, contentType: string, bytes: number) {
    const json = { media_type: contentType, total_bytes: bytes, media_category: 'tweet_image' }
    nock(api)
      .post('/2/media/upload/initialize', json)
      .reply(200, { data: { id, media_key: `3_${id}`, expires_after_secs: 86_400 } })
    const sent = mockForm(`/2/media/upload/${id}/append`, { expires_at: 1 })
    nock(api)
      .post(`/2/media/upload/${id}/finalize`, '{}')
      .reply(200, { data: { id, media_key: `3_${id}`, size: bytes } })
    return sent
  }

  it('sends an image by the same three calls, and never asks for its status', async () => {
    const call = publishCall({ text: 'a', media: [{ source: source('image/png', 300).source }] })
    const sent = mockImage('31', 'image/png', 300)
    let state = nothing
    for (let calls = 0; calls < 3; calls++) state = stateOf(await xPublish.advance(call, state))
    expect(sent.body).to.match(/name="segment_index"\r\n\r\n0\r\n/)
    expect(state).to.deep.equal({ uploads: [{ id: '31', mediaKey: '3_31', chunks: 1, phase: 'ready' }], postIds: [] })
    expect(await xPublish.advance(call, state)).to.deep.equal({ kind: 'commit', step: 'post[0]' })
  })

  it('takes one item after the other, over the whole thread, before the first post', async () => {
    const types = ['image/png', 'image/jpeg', 'image/webp'] as const
    const [png, jpeg, webp] = types.map((type) => ({ source: source(type, 300).source }))
    if (!png || !jpeg || !webp) throw new Error('three images were expected')
    const call = publishCall({ text: 'a', media: [png, jpeg], thread: [{ text: 'b', media: [webp] }] })
    let state = nothing
    for (const [index, type] of types.entries()) {
      mockImage(String(index + 1), type, 300)
      for (let calls = 0; calls < 3; calls++) state = stateOf(await xPublish.advance(call, state))
    }
    expect(state.uploads.map(({ id }) => id)).to.deep.equal(['1', '2', '3'])
    expect(await xPublish.advance(call, state)).to.deep.equal({ kind: 'commit', step: 'post[0]' })
  })

  it('begins an image again once when finalizing is rejected: its first response may have been lost', async () => {
    const call = publishCall({ text: 'a', media: [{ source: source('image/png', 300).source }] })
    const rejection = { errors: [{ message: 'x', parameters: { id: ['31'] } }], title: 'Invalid Request' }
    const whole: State = { uploads: [{ id: '31', mediaKey: '3_31', chunks: 1, phase: 'sending' }], postIds: [] }
    nock(api).post('/2/media/upload/31/finalize').reply(400, rejection)
    nock(api)
      .post('/2/media/upload/initialize')
      .reply(200, { data: { id: '32', media_key: '3_32' } })
    const begun = stateOf(await xPublish.advance(call, whole))
    expect(begun.uploads[0]).to.deep.equal({
      id: '32',
      mediaKey: '3_32',
      chunks: 0,
      phase: 'sending',
      begunAgain: true,
    })
    nock(api).post('/2/media/upload/32/finalize').reply(400, rejection)
    const again = { ...begun, uploads: begun.uploads.map((upload) => ({ ...upload, chunks: 1 })) }
    expect(await failure(xPublish.advance(call, again))).to.include({ code: 'invalid_media' })
  })

  const moving = [
    ['video/mp4', 'tweet_video'],
    ['image/gif', 'tweet_gif'],
  ] as const
  for (const [contentType, category] of moving) {
    it(`sends ${contentType} in chunks, finalizes it with an empty object and waits for its processing`, async () => {
      const { source: item, opened } = source(contentType, 9_000_001)
      const call = publishCall({ text: 'a', media: [{ source: item }] })
      const json = { media_type: contentType, total_bytes: 9_000_001, media_category: category }
      nock(api, { reqheaders: { 'content-type': 'application/json' } })
        .post('/2/media/upload/initialize', json)
        .reply(200, { data: video })
      let state = stateOf(await xPublish.advance(call, nothing))
      expect(state.uploads).to.deep.equal([{ id: '71', mediaKey: '7_71', chunks: 0, phase: 'sending' }])
      for (const index of [0, 1, 2]) {
        const sent = mockForm('/2/media/upload/71/append', { expires_at: 1 })
        state = stateOf(await xPublish.advance(call, state))
        expect(sent.body).to.match(new RegExp(`name="segment_index"\r\n\r\n${index}\r\n`))
        const chunk = sent.body.split('Content-Type: ')[1]?.split('\r\n\r\n').slice(1).join('\r\n\r\n') ?? ''
        expect(chunk.indexOf('\r\n------')).to.equal([4_000_000, 4_000_000, 1_000_001][index])
        expect(chunk.charCodeAt(0)).to.equal((index * 4_000_000) % 251)
        expect(state.uploads[0]).to.include({ chunks: index + 1, phase: 'sending' })
      }
      expect(opened).to.deep.equal([
        { start: 0, end: 3_999_999 },
        { start: 4_000_000, end: 7_999_999 },
        { start: 8_000_000, end: 9_000_000 },
      ])
      nock(api, { reqheaders: { 'content-type': 'application/json' } })
        .post('/2/media/upload/71/finalize', '{}')
        .reply(200, { data: { ...video, size: 9_000_001, ...working('pending', { check_after_secs: 3 }) } })
      const waiting = await xPublish.advance(call, state)
      expect(waiting).to.deep.include({ kind: 'wait', seconds: 3, accepted: false })
      state = stateOf(waiting)
      const status = { command: 'STATUS', media_id: '71' }
      nock(api)
        .get('/2/media/upload')
        .query(status)
        .reply(200, { data: { ...video, ...working('in_progress', { check_after_secs: 900, progress_percent: 40 }) } })
      const longer = await xPublish.advance(call, state)
      expect(longer).to.deep.include({ kind: 'wait', seconds: 60 })
      nock(api)
        .get('/2/media/upload')
        .query(status)
        .reply(200, { data: { ...video, ...working('succeeded', { progress_percent: 100 }) } })
      const done = await xPublish.advance(call, stateOf(longer))
      expect(stateOf(done).uploads).to.deep.equal([{ id: '71', mediaKey: '7_71', chunks: 3, phase: 'ready' }])
      expect(await xPublish.advance(call, stateOf(done))).to.deep.equal({ kind: 'commit', step: 'post[0]' })
    })
  }

  const clip = () =>
    publishCall({ text: 'a', thread: [{ text: 'b', media: [{ source: source('video/mp4').source }] }] })
  const sent: State = { uploads: [{ id: '71', mediaKey: '7_71', chunks: 1, phase: 'sending' }], postIds: [] }

  it('goes on with what was finalized by a call whose response was lost', async () => {
    const rejection = {
      errors: [{ message: 'The upload is finalized', parameters: { id: ['71'] } }],
      title: 'Invalid Request',
    }
    nock(api).post('/2/media/upload/71/finalize').reply(400, rejection)
    nock(api)
      .get('/2/media/upload')
      .query(true)
      .reply(200, { data: { ...video, size: 10 } })
    const step = await xPublish.advance(clip(), sent)
    expect(stateOf(step).uploads[0]).to.include({ id: '71', phase: 'ready' })
  })

  it('names the item that was rejected', async () => {
    const rejection = { errors: [{ message: 'no video', parameters: { media: [''] } }], title: 'Invalid Request' }
    nock(api).post('/2/media/upload/71/finalize').reply(400, rejection)
    nock(api).get('/2/media/upload').query(true).reply(200, { data: video })
    const error = await failure(xPublish.advance(clip(), sent))
    expect(error).to.include({ code: 'invalid_media', outcome: 'rejected' })
    expect(error.message).to.equal('thread[0].media[0]: X cannot use it.')
  })

  it('names the item that could not be processed', async () => {
    const failed = working('failed', { error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' } })
    nock(api)
      .get('/2/media/upload')
      .query(true)
      .reply(200, { data: { ...video, ...failed } })
    const state: State = { uploads: [{ id: '71', mediaKey: '7_71', chunks: 1, phase: 'processing' }], postIds: [] }
    const error = await failure(xPublish.advance(clip(), state))
    expect(error).to.include({ code: 'invalid_media', outcome: 'rejected' })
    expect(error.message).to.equal('thread[0].media[0]: X could not process it.')
  })

  it('does not take a response without the upload for its end', async () => {
    const processing: State = { uploads: [{ id: '71', mediaKey: '7_71', chunks: 1, phase: 'processing' }], postIds: [] }
    for (const body of ['', '<html></html>', '{}']) {
      nock(api).post('/2/media/upload/71/finalize').reply(200, body)
      expect(await failure(xPublish.advance(clip(), sent))).to.include({ outcome: 'indeterminate' })
      nock(api).get('/2/media/upload').query(true).reply(200, body)
      expect(await failure(xPublish.advance(clip(), processing))).to.include({ outcome: 'indeterminate' })
    }
  })

  it('passes other failures on as they are', async () => {
    nock(api).post('/2/media/upload/71/finalize').reply(503, 'no')
    const error = await failure(xPublish.advance(clip(), sent))
    expect(error).to.include({ code: 'temporarily_unavailable', retryAfter: 60 })
  })
})
