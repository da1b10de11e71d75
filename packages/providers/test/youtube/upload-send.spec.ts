import { expect } from 'chai'
import fc from 'fast-check'
import nock from 'nock'
import { youtubePublish } from '../../src/youtube/publish.ts'
import { initialState } from '../../src/youtube/publish-state.ts'
import { lastPiece, pieceBeforeLast } from '../../src/youtube/upload-piece.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { api, publishCall, videoBytes, videoPost } from './network.ts'
import { rejection, video } from './responses.ts'
import { mockPut, opened, path, stateOf, stored } from './upload-mocks.ts'

const MiB = 1024 * 1024

describe('sending a video to YouTube', () => {
  intercept()

  it('commits a small one whole, after asking how far the upload got', async () => {
    const call = publishCall(videoPost({}, 1000))
    mockPut('bytes */1000', ...stored(0))
    expect(await youtubePublish.advance(call, opened)).to.deep.equal({ kind: 'commit', step: 'upload-last-piece' })
    const bodies = mockPut('bytes 0-999/1000', 201, video('vid-1'))
    expect(await youtubePublish.commit(call, opened, 'upload-last-piece')).to.deep.equal({
      ...opened,
      videoId: 'vid-1',
    })
    expect(bodies[0]?.equals(videoBytes(0, 999))).to.equal(true)
    expect(call.taken).to.deep.equal([])
  })

  it('sends all but the last piece in repeatable steps', async () => {
    const total = 10 * MiB + 5
    const call = publishCall(videoPost({}, total))
    mockPut(`bytes */${total}`, ...stored(0))
    const first = mockPut(`bytes 0-${8 * MiB - 1}/${total}`, ...stored(8 * MiB))
    const second = mockPut(`bytes ${8 * MiB}-${10 * MiB - 1}/${total}`, ...stored(10 * MiB))
    const step = await youtubePublish.advance(call, opened)
    expect(step).to.deep.equal({ kind: 'next', state: { ...opened, sent: 10 * MiB } })
    expect([first[0]?.length, second[0]?.length]).to.deep.equal([8 * MiB, 2 * MiB])
    mockPut(`bytes */${total}`, ...stored(10 * MiB))
    expect(await youtubePublish.advance(call, stateOf(step))).to.have.property('kind', 'commit')
    const last = mockPut(`bytes ${10 * MiB}-${total - 1}/${total}`, 200, video('vid-1'))
    expect(await youtubePublish.commit(call, stateOf(step), '')).to.have.property('videoId', 'vid-1')
    expect(last[0]?.equals(videoBytes(10 * MiB, total - 1))).to.equal(true)
  })

  it('goes on from where YouTube is, whatever was believed', async () => {
    const total = 3 * MiB
    const call = publishCall(videoPost({}, total))
    mockPut(`bytes */${total}`, ...stored(MiB / 4))
    mockPut(`bytes ${MiB / 4}-${2.25 * MiB - 1}/${total}`, ...stored(2 * MiB))
    expect(await youtubePublish.advance(call, { ...opened, sent: 2.25 * MiB })).to.deep.equal({
      kind: 'next',
      state: { ...opened, sent: 2 * MiB },
    })
  })

  it('fails in a way that is tried again when a piece is not stored', async () => {
    const total = 3 * MiB
    mockPut(`bytes */${total}`, ...stored(0))
    mockPut(`bytes 0-${2 * MiB - 1}/${total}`, ...stored(0))
    const error = await failureOf(youtubePublish.advance(publishCall(videoPost({}, total)), opened))
    expect(error).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('opens another upload when YouTube has forgotten one, but not for ever', async () => {
    for (const reopened of [0, 2]) {
      mockPut('bytes */1000', 404, 'Not Found')
      const step = await youtubePublish.advance(publishCall(), { ...opened, sent: 500, reopened })
      expect(step).to.deep.equal({ kind: 'next', state: { ...initialState, reopened: reopened + 1 } })
    }
    mockPut('bytes */1000', 410)
    const error = await failureOf(youtubePublish.advance(publishCall(), { ...opened, reopened: 3 }))
    expect(error).to.include({ code: 'provider_error', outcome: 'rejected' })
  })

  it('takes the video that asking brings to light', async () => {
    mockPut('bytes */1000', 201, video('vid-1'))
    const step = await youtubePublish.advance(publishCall(), opened)
    expect(step).to.deep.equal({ kind: 'next', state: { ...opened, videoId: 'vid-1' } })
  })

  it('waits when every byte is there and no video yet', async () => {
    mockPut('bytes */1000', ...stored(1000))
    const step = await youtubePublish.advance(publishCall(), opened)
    expect(step).to.deep.equal({ kind: 'wait', state: opened, seconds: 5, accepted: false })
  })

  const commits: [string, [number, (object | string)?, Record<string, string>?], string, string][] = [
    ['a limit reached at the end', [400, rejection(400, 'uploadLimitExceeded')], 'upload_limit_exceeded', 'rejected'],
    ['a token that ended', [401, rejection(401, 'authError')], 'connection_expired', 'rejected'],
    ['an upload that is gone', [404, 'Not Found'], 'provider_error', 'not_sent'],
    ['a server that failed', [503, rejection(503, 'backendError')], 'provider_error', 'indeterminate'],
    ['bytes that were not taken', [308, '', { range: 'bytes=0-262143' }], 'provider_error', 'indeterminate'],
    ['a video without a name', [200, '{"kind":"youtube#vid'], 'provider_error', 'indeterminate'],
  ]
  for (const [what, response, code, outcome] of commits) {
    it(`is ${outcome} after ${what}`, async () => {
      mockPut('bytes 0-999/1000', ...response)
      expect(await failureOf(youtubePublish.commit(publishCall(), opened, ''))).to.include({ code, outcome })
    })
  }

  it('tells the rejected token apart, so that it is refreshed', async () => {
    mockPut('bytes 0-999/1000', 401, rejection(401, 'authError'))
    expect(await failureOf(youtubePublish.commit(publishCall(), opened, ''))).to.have.property('tokenRejected', true)
  })

  it('is unclear when the connection breaks', async () => {
    nock(api)
      .put(path)
      .query(true)
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    expect(await failureOf(youtubePublish.commit(publishCall(), opened, ''))).to.include({ outcome: 'indeterminate' })
  })

  it('cuts a video of any size into pieces of 256 KiB multiples and a last one of at most 1 MiB', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 * MiB }), fc.nat({ max: 799 }), (total, quarter) => {
        let at = Math.min(quarter * (MiB / 4), Math.max(0, total - 1))
        at -= at % (MiB / 4)
        for (let piece = pieceBeforeLast(at, total); piece; piece = pieceBeforeLast(at, total)) {
          expect(piece.start).to.equal(at)
          expect((piece.end + 1 - piece.start) % (MiB / 4)).to.equal(0)
          expect(piece.end + 1 - piece.start).to.be.within(1, 8 * MiB)
          at = piece.end + 1
        }
        const last = lastPiece(at, total)
        expect([last.start, last.end]).to.deep.equal([at, total - 1])
        expect(last.end + 1 - last.start).to.be.within(1, MiB)
      }),
    )
  })
})
