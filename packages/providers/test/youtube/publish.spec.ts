import { expect } from 'chai'
import fc from 'fast-check'
import nock from 'nock'
import type { OpenCommit, Step } from '../../src/ports/publish.ts'
import { youtubePublish } from '../../src/youtube/publish.ts'
import { type PublishState, unbegun } from '../../src/youtube/publish-state.ts'
import { lastPiece, pieceBeforeLast } from '../../src/youtube/upload-piece.ts'
import { secondsBeforePoll } from '../../src/youtube/video-progress.ts'
import { playlist, playlistItem, refusal, video, videos } from './answers.ts'
import { api, failureOf, filmBytes, intercept, publishCall, type VideoPost, videoPost } from './network.ts'

const MiB = 1024 * 1024
const path = '/upload/youtube/v3/videos'
const session = `${api}${path}?uploadType=resumable&upload_id=AD-1`
const bearer = { authorization: 'Bearer ya29.access' }

interface Sent {
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

/** @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-20) */
function answerOpening(status = 200, body: object | string = '', headers: Record<string, string> = {}): Sent[] {
  const sent: Sent[] = []
  nock(api)
    .post(path)
    .query(true)
    .reply(async (request: Request) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      sent.push({ query, headers: Object.fromEntries(request.headers), body: await request.json() })
      return [status, body, { location: session, ...headers }]
    })
  return sent
}

/** A PUT to the session with this `Content-Range`. */
function answerPut(range: string, status: number, body: object | string = '', headers: Record<string, string> = {}) {
  const bodies: Buffer[] = []
  nock(api, { reqheaders: { ...bearer, 'content-range': range, 'content-type': 'video/mp4' } })
    .put(path)
    .query({ uploadType: 'resumable', upload_id: 'AD-1' })
    .reply(async (request: Request) => {
      bodies.push(Buffer.from(await request.arrayBuffer()))
      return [status, body, headers]
    })
  return bodies
}

const stored = (bytes: number): [number, string, Record<string, string>] =>
  bytes === 0 ? [308, '', {}] : [308, '', { range: `bytes=0-${bytes - 1}` }]

const opened: PublishState = { ...unbegun, session }

function answerStatus(parts: Record<string, unknown> | null) {
  nock(api, { reqheaders: bearer })
    .get('/youtube/v3/videos')
    .query({ part: 'status,processingDetails', id: 'vid-1' })
    .reply(200, parts === null ? videos() : videos(video('vid-1', parts)))
}

function stateOf(step: Step<PublishState>): PublishState {
  if (step.kind !== 'next' && step.kind !== 'wait') throw new Error(`no state in ${step.kind}`)
  return step.state
}

describe('opening an upload to YouTube', () => {
  intercept()

  const open = (over: Partial<VideoPost>, call = publishCall(videoPost(over, 4096))) =>
    youtubePublish.advance(call, unbegun)

  it('carries every field of a post to its place, for one of the uploads of the day', async () => {
    const sent = answerOpening()
    const call = publishCall(
      videoPost(
        {
          title: 'Morning',
          description: 'One take.',
          tags: ['sea', 'slow film'],
          category_id: '22',
          privacy_status: 'private',
          made_for_kids: true,
          contains_synthetic_media: true,
          publish_at: '2026-12-01T12:00:00+02:00',
          notify_subscribers: false,
        },
        4096,
      ),
    )
    const step = await youtubePublish.advance(call, unbegun)
    expect(step).to.deep.equal({ kind: 'next', state: opened })
    expect(call.taken).to.deep.equal(['youtube.uploads 1'])
    const [request] = sent
    expect(request?.query).to.deep.equal({
      uploadType: 'resumable',
      part: 'snippet,status',
      notifySubscribers: 'false',
    })
    expect(request?.headers).to.include({
      ...bearer,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': '4096',
      'x-upload-content-type': 'video/mp4',
    })
    expect(request?.body).to.deep.equal({
      snippet: { title: 'Morning', description: 'One take.', tags: ['sea', 'slow film'], categoryId: '22' },
      status: {
        privacyStatus: 'private',
        publishAt: '2026-12-01T10:00:00.000Z',
        selfDeclaredMadeForKids: true,
        containsSyntheticMedia: true,
      },
    })
  })

  it('leaves out what the post leaves out', async () => {
    const sent = answerOpening()
    await open({})
    expect(sent.map(({ query, body }) => [query, body])).to.deep.equal([
      [
        { uploadType: 'resumable', part: 'snippet,status' },
        { snippet: { title: 'Morning' }, status: { privacyStatus: 'public', selfDeclaredMadeForKids: false } },
      ],
    ])
  })

  it('passes on notify_subscribers: true as well as a publishing time that is over', async () => {
    const sent = answerOpening()
    await open({ notify_subscribers: true, privacy_status: 'private', publish_at: '2020-01-01T00:00:00Z' })
    expect(sent[0]?.query).to.include({ notifySubscribers: 'true' })
    expect(sent[0]?.body).to.have.nested.property('status.publishAt', '2020-01-01T00:00:00.000Z')
  })

  const refusals: [string, Partial<VideoPost>, string, string][] = [
    ['a title with <', { title: 'a < b' }, 'provider_rejected', '"<" in a video\'s title'],
    ['a title with >', { title: 'a > b' }, 'provider_rejected', '">" in a video\'s title'],
    ['a description with >', { description: '->' }, 'provider_rejected', '">" in a video\'s description'],
    ['a tag with <', { tags: ['ok', '<3'] }, 'provider_rejected', '"<" in a video\'s tag'],
    [
      'a long description',
      { description: 'é'.repeat(2501) },
      'provider_rejected',
      'at most 5000 bytes; this one has 5002',
    ],
    ['publish_at in public', { publish_at: '2026-12-01T10:00:00Z' }, 'invalid_post_settings', '"private"'],
    [
      'publish_at unlisted',
      { publish_at: '2026-12-01T10:00:00Z', privacy_status: 'unlisted' },
      'invalid_post_settings',
      '"private"',
    ],
  ]
  for (const [what, over, code, words] of refusals) {
    it(`refuses ${what} before it costs anything`, async () => {
      const call = publishCall(videoPost(over))
      const error = await failureOf(youtubePublish.advance(call, unbegun))
      expect(error).to.have.property('code', code)
      expect(error).to.have.property('message').that.contains(words)
      expect(call.taken).to.deep.equal([])
    })
  }

  it('takes a description of exactly 5000 bytes', async () => {
    answerOpening()
    expect(await open({ description: 'é'.repeat(2500) })).to.have.property('kind', 'next')
  })

  it('does not call when the uploads of the day are spent', async () => {
    const error = await failureOf(open({}, publishCall(videoPost(), 'youtube.uploads')))
    expect(error).to.have.property('code', 'quota_exhausted')
  })

  it('closes the bucket of uploads, not that of units, when YouTube says so', async () => {
    answerOpening(403, refusal(403, 'quotaExceeded'))
    const call = publishCall()
    expect(await failureOf(youtubePublish.advance(call, unbegun))).to.include({ code: 'quota_exhausted' })
    expect(call.closed).to.deep.equal(['youtube.uploads'])
  })

  it('tells that the channel has reached its limit', async () => {
    answerOpening(400, refusal(400, 'uploadLimitExceeded'))
    expect(await failureOf(open({}))).to.include({ code: 'upload_limit_exceeded', outcome: 'refused' })
  })

  for (const location of ['https://elsewhere.example/upload', 'http://www.googleapis.com/upload', 'nonsense']) {
    it(`sends neither film nor token to ${location}`, async () => {
      answerOpening(200, '', { location })
      expect(await failureOf(open({}))).to.have.property('code', 'provider_error')
    })
  }

  it("takes another of Google's hosts", async () => {
    const location = 'https://youtube.googleapis.com/upload/youtube/v3/videos?upload_id=AD-2'
    answerOpening(200, '', { location })
    expect(stateOf(await open({}))).to.have.property('session', location)
  })
})

describe('sending a film to YouTube', () => {
  intercept()

  it('commits a small one whole, after asking how far the upload got', async () => {
    const call = publishCall(videoPost({}, 1000))
    answerPut('bytes */1000', ...stored(0))
    expect(await youtubePublish.advance(call, opened)).to.deep.equal({ kind: 'commit', step: 'upload-last-piece' })
    const bodies = answerPut('bytes 0-999/1000', 201, video('vid-1'))
    expect(await youtubePublish.commit(call, opened, 'upload-last-piece')).to.deep.equal({
      ...opened,
      videoId: 'vid-1',
    })
    expect(bodies[0]?.equals(filmBytes(0, 999))).to.equal(true)
    expect(call.taken).to.deep.equal([])
  })

  it('sends all but the last piece in repeatable steps', async () => {
    const total = 10 * MiB + 5
    const call = publishCall(videoPost({}, total))
    answerPut(`bytes */${total}`, ...stored(0))
    const first = answerPut(`bytes 0-${8 * MiB - 1}/${total}`, ...stored(8 * MiB))
    const second = answerPut(`bytes ${8 * MiB}-${10 * MiB - 1}/${total}`, ...stored(10 * MiB))
    const step = await youtubePublish.advance(call, opened)
    expect(step).to.deep.equal({ kind: 'next', state: { ...opened, sent: 10 * MiB } })
    expect([first[0]?.length, second[0]?.length]).to.deep.equal([8 * MiB, 2 * MiB])
    answerPut(`bytes */${total}`, ...stored(10 * MiB))
    expect(await youtubePublish.advance(call, stateOf(step))).to.have.property('kind', 'commit')
    const last = answerPut(`bytes ${10 * MiB}-${total - 1}/${total}`, 200, video('vid-1'))
    expect(await youtubePublish.commit(call, stateOf(step), '')).to.have.property('videoId', 'vid-1')
    expect(last[0]?.equals(filmBytes(10 * MiB, total - 1))).to.equal(true)
  })

  it('goes on from where YouTube is, whatever was believed', async () => {
    const total = 3 * MiB
    const call = publishCall(videoPost({}, total))
    answerPut(`bytes */${total}`, ...stored(MiB / 4))
    answerPut(`bytes ${MiB / 4}-${2.25 * MiB - 1}/${total}`, ...stored(2 * MiB))
    expect(await youtubePublish.advance(call, { ...opened, sent: 2.25 * MiB })).to.deep.equal({
      kind: 'next',
      state: { ...opened, sent: 2 * MiB },
    })
  })

  it('fails in a way that is tried again when a piece is not stored', async () => {
    const total = 3 * MiB
    answerPut(`bytes */${total}`, ...stored(0))
    answerPut(`bytes 0-${2 * MiB - 1}/${total}`, ...stored(0))
    const error = await failureOf(youtubePublish.advance(publishCall(videoPost({}, total)), opened))
    expect(error).to.include({ code: 'provider_error', outcome: 'unclear' })
  })

  it('opens another upload when YouTube has forgotten one, but not for ever', async () => {
    for (const reopened of [0, 2]) {
      answerPut('bytes */1000', 404, 'Not Found')
      const step = await youtubePublish.advance(publishCall(), { ...opened, sent: 500, reopened })
      expect(step).to.deep.equal({ kind: 'next', state: { ...unbegun, reopened: reopened + 1 } })
    }
    answerPut('bytes */1000', 410)
    const error = await failureOf(youtubePublish.advance(publishCall(), { ...opened, reopened: 3 }))
    expect(error).to.include({ code: 'provider_error', outcome: 'refused' })
  })

  it('takes the video that asking brings to light', async () => {
    answerPut('bytes */1000', 201, video('vid-1'))
    const step = await youtubePublish.advance(publishCall(), opened)
    expect(step).to.deep.equal({ kind: 'next', state: { ...opened, videoId: 'vid-1' } })
  })

  it('waits when every byte is there and no video yet', async () => {
    answerPut('bytes */1000', ...stored(1000))
    const step = await youtubePublish.advance(publishCall(), opened)
    expect(step).to.deep.equal({ kind: 'wait', state: opened, seconds: 5, accepted: false })
  })

  const commits: [string, [number, (object | string)?, Record<string, string>?], string, string][] = [
    ['a limit reached at the end', [400, refusal(400, 'uploadLimitExceeded')], 'upload_limit_exceeded', 'refused'],
    ['a token that ended', [401, refusal(401, 'authError')], 'connection_expired', 'refused'],
    ['an upload that is gone', [404, 'Not Found'], 'provider_error', 'unsent'],
    ['a server that failed', [503, refusal(503, 'backendError')], 'provider_error', 'unclear'],
    ['bytes that were not taken', [308, '', { range: 'bytes=0-262143' }], 'provider_error', 'unclear'],
    ['a video without a name', [200, '{"kind":"youtube#vid'], 'provider_error', 'unclear'],
  ]
  for (const [what, answer, code, outcome] of commits) {
    it(`is ${outcome} after ${what}`, async () => {
      answerPut('bytes 0-999/1000', ...answer)
      expect(await failureOf(youtubePublish.commit(publishCall(), opened, ''))).to.include({ code, outcome })
    })
  }

  it('tells the refused token apart, so that it is refreshed', async () => {
    answerPut('bytes 0-999/1000', 401, refusal(401, 'authError'))
    expect(await failureOf(youtubePublish.commit(publishCall(), opened, ''))).to.have.property('tokenRefused', true)
  })

  it('is unclear when the connection breaks', async () => {
    nock(api)
      .put(path)
      .query(true)
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    expect(await failureOf(youtubePublish.commit(publishCall(), opened, ''))).to.include({ outcome: 'unclear' })
  })

  it('cuts a film of any size into pieces of 256 KiB multiples and a last one of at most 1 MiB', () => {
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

describe('what became of a video whose answer was lost', () => {
  intercept()

  const startedAt = new Date('2026-11-20T11:59:59.700Z')
  const open = (claimed: string[] = []): OpenCommit => ({
    step: 'upload-last-piece',
    startedAt,
    claimed: new Set(claimed),
    linksFetched: null,
  })
  const ask = (claimed?: string[], call = publishCall(videoPost({ title: ' Morning' }))) =>
    youtubePublish.reconcile(call, opened, open(claimed))
  const forgotten = () => answerPut('bytes */1000', 404, 'Not Found')
  const answerUploads = (items: unknown[], { next, token }: { next?: string; token?: string } = {}) =>
    nock(api)
      .get('/youtube/v3/playlistItems')
      .query((query) => query['pageToken'] === token)
      .reply(200, playlist(items, next))
  const since = { publishedAt: '2026-11-20T11:59:59Z' }

  for (const status of [200, 201]) {
    it(`is there when the upload's address answers ${status}`, async () => {
      answerPut('bytes */1000', status, video('vid-1'))
      expect(await ask()).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
    })
  }

  it('is sent on from where it stopped, which makes no second video', async () => {
    answerPut('bytes */1000', ...stored(512))
    expect(await ask()).to.deep.equal({ kind: 'again', state: { ...opened, sent: 512 } })
  })

  it("is looked for among the channel's uploads once the upload is forgotten", async () => {
    const call = publishCall()
    forgotten()
    const older = playlistItem('vid-old', { publishedAt: '2026-11-20T11:59:58Z' })
    answerUploads([playlistItem('vid-2', { ...since, title: 'Evening' }), playlistItem('vid-1', since), older], {
      next: 'never asked for',
    })
    expect(await ask([], call)).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
    expect(call.taken).to.deep.equal(['youtube.units 1'])
  })

  it('is looked for on further pages while they are new', async () => {
    forgotten()
    answerUploads([playlistItem('vid-2', { ...since, title: 'Evening' })], { next: 'page-2' })
    answerUploads([playlistItem('vid-1', since)], { token: 'page-2' })
    expect(await ask()).to.deep.equal({ kind: 'done', state: { ...opened, videoId: 'vid-1' } })
  })

  it('is absent when nothing new has its title, or only what another publish made', async () => {
    for (const items of [[], [playlistItem('vid-9', since)], [playlistItem('vid-old')]]) {
      forgotten()
      answerUploads(items)
      expect(await ask(['vid-9'])).to.deep.equal({ kind: 'absent' })
    }
  })

  it('cannot be told when several have its title', async () => {
    forgotten()
    answerUploads([playlistItem('vid-1', since), playlistItem('vid-2', since)])
    expect(await ask()).to.have.property('kind', 'undecidable')
  })

  it('stays open while YouTube cannot be asked', async () => {
    answerPut('bytes */1000', 503)
    expect(await failureOf(ask())).to.have.property('code', 'provider_error')
    forgotten()
    const error = await failureOf(ask([], publishCall(videoPost(), 'youtube.units')))
    expect(error).to.have.property('code', 'quota_exhausted')
  })
})

describe('following a video on YouTube', () => {
  intercept()

  const uploaded: PublishState = { ...opened, videoId: 'vid-1' }
  const asked: PublishState = { ...uploaded, polls: 1 }
  const follow = (state = asked, call = publishCall()) => youtubePublish.advance(call, state)

  it('is accepted without another call, so that a spent quota cannot undo it', async () => {
    const call = publishCall(videoPost(), 'youtube.units')
    expect(await follow(uploaded, call)).to.deep.equal({ kind: 'wait', state: asked, seconds: 10, accepted: true })
  })

  it('waits while it is processed, for a unit a look', async () => {
    const call = publishCall()
    answerStatus({ status: { uploadStatus: 'uploaded' }, processingDetails: { processingStatus: 'processing' } })
    expect(await follow({ ...asked, missing: 3 }, call)).to.deep.equal({
      kind: 'wait',
      state: { ...asked, polls: 2 },
      seconds: 15,
      accepted: true,
    })
    expect(call.taken).to.deep.equal(['youtube.units 1'])
  })

  it('asks ever less often', () => {
    expect([1, 2, 3, 4, 5, 6, 60, 61, 500].map(secondsBeforePoll)).to.deep.equal([10, 15, 23, 34, 51, 60, 60, 300, 300])
  })

  const ready: Record<string, unknown>[] = [
    { status: { uploadStatus: 'processed', privacyStatus: 'private' } },
    { status: { uploadStatus: 'uploaded' }, processingDetails: { processingStatus: 'succeeded' } },
  ]
  for (const parts of ready) {
    it(`is published once it is ${JSON.stringify(parts)}`, async () => {
      answerStatus(parts)
      expect(await follow()).to.deep.equal({
        kind: 'published',
        postIds: ['vid-1'],
        permalink: 'https://www.youtube.com/watch?v=vid-1',
      })
    })
  }

  const ends: [Record<string, unknown>, string, string][] = [
    [{ status: { uploadStatus: 'failed', failureReason: 'codec' } }, 'invalid_video', 'codec is not supported (codec)'],
    [{ status: { uploadStatus: 'failed', failureReason: 'newReason' } }, 'invalid_video', 'could not use the video.'],
    [
      { status: { uploadStatus: 'uploaded' }, processingDetails: { processingStatus: 'failed' } },
      'invalid_video',
      'could not use the video.',
    ],
    [{ status: { uploadStatus: 'rejected', rejectionReason: 'length' } }, 'provider_rejected', 'too long'],
    [{ status: { uploadStatus: 'rejected', rejectionReason: 'copyright' } }, 'provider_rejected', '(copyright)'],
    [{ status: { uploadStatus: 'deleted' } }, 'provider_rejected', 'does not have the video any more'],
  ]
  for (const [parts, code, words] of ends) {
    it(`ends with ${code} on ${JSON.stringify(parts)}`, async () => {
      answerStatus(parts)
      const error = await failureOf(follow())
      expect(error).to.have.property('code', code)
      expect(error).to.have.property('message').that.contains(words)
    })
  }

  it('bears with a video that is not listed yet, but not for ever', async () => {
    answerStatus(null)
    expect(stateOf(await follow())).to.include({ missing: 1, polls: 2 })
    answerStatus(null)
    expect(await failureOf(follow({ ...asked, missing: 9 }))).to.have.property('code', 'provider_rejected')
  })
})
