import { expect } from 'chai'
import nock from 'nock'
import { blueskyPublish } from '../../src/bluesky/publish.ts'
import type { State } from '../../src/bluesky/publish-state.ts'
import { ProviderError } from '../../src/error-rules.ts'
import { failureOf } from '../fake-call.ts'
import { accountCall, appCall, createdAt, did, publishCall, server, source } from './account.ts'
import { begin } from './drive.ts'
import { simulateHosts } from './simulated.ts'

const videoHost = 'https://video.example.com'
const blob = { $type: 'blob', ref: { $link: 'bafkreia' }, mimeType: 'video/mp4', size: 4 }
const key = '0.video'

/**
 * Responses written from https://docs.bsky.app/docs/tutorials/video and the lexicons app.bsky.video.* (read
 * 2026-11-20).
 */
describe('bluesky videos', () => {
  const { outbound } = simulateHosts()
  const videoFile = source(Buffer.from('CLIP'), { contentType: 'video/mp4' })
  const ready: State = { ...begin(), mentions: {} }
  const call = (now = createdAt, of = videoFile) =>
    publishCall(accountCall(appCall(outbound(), { now: () => now })), { text: 'video', video: { source: of } })

  function tokens(seen: URLSearchParams[] = []): URLSearchParams[] {
    nock(server).get('/xrpc/com.atproto.server.describeServer').reply(200, { did: 'did:web:pds.example.com' })
    nock(server)
      .get('/xrpc/com.atproto.server.getServiceAuth')
      .query(true)
      .twice()
      .reply(200, (request: Request) => {
        const query = new URL(request.url).searchParams
        seen.push(query)
        return { token: `token-${query.get('lxm')}` }
      })
    return seen
  }
  function limits(body: object = { canUpload: true, remainingDailyVideos: 9, remainingDailyBytes: 999 }, status = 200) {
    return nock(videoHost, { reqheaders: { authorization: 'Bearer token-app.bsky.video.getUploadLimits' } })
      .get('/xrpc/app.bsky.video.getUploadLimits')
      .reply(status, body)
  }
  function upload(status: number, body: object | string) {
    const reqheaders = {
      authorization: 'Bearer token-com.atproto.repo.uploadBlob',
      'content-type': 'video/mp4',
      'content-length': '4',
    }
    const sent = nock(videoHost, { reqheaders }).post('/xrpc/app.bsky.video.uploadVideo', 'CLIP')
    return sent.query({ did, name: 'publish-1-0-video.mp4' }).reply(status, body)
  }
  const job = (status: object) =>
    nock(videoHost).get('/xrpc/app.bsky.video.getJobStatus').query({ jobId: 'job-1' }).reply(200, { jobStatus: status })
  const working: State = { ...ready, jobs: { [key]: { jobId: 'job-1', since: createdAt.getTime() } } }

  it('are given to the video service with a token for the own server', async () => {
    const seen = tokens()
    limits()
    upload(200, { did, jobId: 'job-1', state: 'JOB_STATE_CREATED' })
    const step = await blueskyPublish.advance(call(), ready)
    expect(step).to.deep.equal({ kind: 'next', state: working })
    const now = createdAt.getTime() / 1000
    expect(seen.map((query) => Object.fromEntries(query))).to.deep.equal([
      { aud: 'did:web:video.example.com', lxm: 'app.bsky.video.getUploadLimits', exp: String(now + 60) },
      { aud: 'did:web:pds.example.com', lxm: 'com.atproto.repo.uploadBlob', exp: String(now + 1800) },
    ])
  })

  const responses: [string, number, object][] = [
    ['as the lexicon has it', 200, { jobStatus: { jobId: 'job-1', did, state: 'JOB_STATE_CREATED' } }],
    ['for a video that is known', 409, { error: 'already_exists', jobId: 'job-1', state: 'JOB_STATE_COMPLETED' }],
  ]
  for (const [name, status, body] of responses) {
    it(`take the job from a response ${name}`, async () => {
      tokens()
      limits({}, 500)
      upload(status, body)
      expect(await blueskyPublish.advance(call(), ready)).to.deep.equal({ kind: 'next', state: working })
    })
  }

  it('are waited for while the service works, in whatever state', async () => {
    job({ jobId: 'job-1', state: 'JOB_STATE_SCANNING', progress: 50 })
    expect(await blueskyPublish.advance(call(), working)).to.include({ kind: 'wait', seconds: 2, accepted: false })
    job({ jobId: 'job-1', state: 'JOB_STATE_SOMETHING_NEW' })
    expect(await blueskyPublish.advance(call(), working)).to.include({ kind: 'wait' })
    job({ jobId: 'job-1', state: 'JOB_STATE_ENCODING' })
    const later = new Date(createdAt.getTime() + 2 * 3_600_000)
    expect(await failureOf(blueskyPublish.advance(call(later), working))).to.include({ code: 'provider_error' })
  })

  it('are done once there is a blob, even in a job that failed because the video was there', async () => {
    for (const state of ['JOB_STATE_COMPLETED', 'JOB_STATE_FAILED']) {
      job({ jobId: 'job-1', state, error: 'already_exists', blob })
      const step = await blueskyPublish.advance(call(), working)
      expect(step).to.deep.equal({ kind: 'next', state: { ...ready, blobs: { [key]: blob } } })
    }
  })

  const failures: [object, string][] = [
    [{ failureCode: 'validation_failure', message: 'Not a video' }, 'invalid_video'],
    [{ failureCode: 'encoding_failure' }, 'invalid_video'],
    [{ failureCode: 'pds_upload_unsupported_blob_size' }, 'invalid_video'],
    [{ failureCode: 'pds_upload_failure' }, 'provider_error'],
    [{ failureCode: 'generic_failure', message: 'Oops' }, 'provider_error'],
    [{ failureCode: 'constructor', message: 'Oops' }, 'provider_error'],
    [{ error: 'unknown', message: 'Too long for this account' }, 'provider_rejected'],
  ]
  for (const [status, code] of failures) {
    it(`fail with ${code} on ${JSON.stringify(status)}`, async () => {
      job({ jobId: 'job-1', state: 'JOB_STATE_FAILED', ...status })
      expect(await failureOf(blueskyPublish.advance(call(), working))).to.include({ code, outcome: 'rejected' })
    })
  }

  it('are not sent past the limits of the day', async () => {
    for (const left of [
      { canUpload: false, remainingDailyVideos: 0, remainingDailyBytes: 0 },
      { canUpload: true, remainingDailyVideos: 3, remainingDailyBytes: 3 },
    ]) {
      tokens()
      limits(left)
      expect(await failureOf(blueskyPublish.advance(call(), ready))).to.include({ code: 'upload_limit_exceeded' })
      nock.cleanAll()
    }
    tokens()
    limits({ canUpload: false, message: 'Confirm your e-mail address first' })
    const failure = await failureOf(blueskyPublish.advance(call(), ready))
    expect(failure).to.include({ code: 'provider_rejected', message: 'Confirm your e-mail address first' })
  })

  const rejections: [number, object, string][] = [
    [400, { error: 'unconfirmed_email', message: 'Confirm' }, 'provider_rejected'],
    [403, { error: 'unconfirmed_email', message: 'Confirm' }, 'provider_rejected'],
    [413, { error: 'PayloadTooLarge' }, 'invalid_video'],
    [429, { error: 'RateLimitExceeded' }, 'rate_limited'],
    [503, {}, 'provider_error'],
  ]
  for (const [status, body, code] of rejections) {
    it(`are rejected with ${code} where the service responds with ${status}`, async () => {
      tokens()
      limits()
      upload(status, body)
      expect(await failureOf(blueskyPublish.advance(call(), ready))).to.include({ code, tokenRejected: false })
    })
  }

  for (const [status, body] of [
    [501, { error: 'MethodNotImplemented' }],
    [401, { error: 'BadJwt' }],
    [404, 'Not Found'],
  ] as const) {
    it(`go straight to the server of the account where the service responds with ${status}`, async () => {
      tokens()
      limits({}, status)
      upload(status, body)
      nock(server).post('/xrpc/com.atproto.repo.uploadBlob', 'CLIP').reply(200, { blob })
      const step = await blueskyPublish.advance(call(), ready)
      expect(step).to.deep.equal({ kind: 'next', state: { ...ready, blobs: { [key]: blob } } })
    })
  }

  it('go there if the server has deleted the file, since the service would not store it again', async () => {
    const lost = { ...working, blobs: { [key]: blob }, jobs: {} }
    const cause = { fields: { error: 'BlobNotFound' } }
    const thrown = new ProviderError('provider_error', 'The server no longer has it.', 'rejected', { cause })
    const renewed = blueskyPublish.afterRejection?.(lost, thrown)
    if (!renewed) throw new Error('the media are uploaded again')
    tokens()
    limits()
    upload(409, { error: 'already_exists', jobId: 'job-1', state: 'JOB_STATE_COMPLETED' })
    nock(server).post('/xrpc/com.atproto.repo.uploadBlob', 'CLIP').reply(200, { blob })
    const step = await blueskyPublish.advance(call(), renewed)
    nock.cleanAll()
    expect(step).to.deep.equal({ kind: 'next', state: { ...ready, renewals: 1, blobs: { [key]: blob } } })
  })

  it('do not go there when no server would take them', async () => {
    const large = { ...videoFile, bytes: 60 * 1024 * 1024, async *open() {} }
    tokens()
    limits({ canUpload: true })
    nock(videoHost)
      .post(/uploadVideo/)
      .reply(501, {})
    const failure = await failureOf(blueskyPublish.advance(call(createdAt, large), ready))
    expect(failure).to.include({ code: 'provider_error' })
    expect(nock.pendingMocks().join()).not.to.contain('uploadBlob')
  })

  describe('of more than 100 MB', () => {
    const large = { ...videoFile, bytes: 100_000_001, width: 1920, height: 1080, durationSeconds: 599.9996 }
    const post = (method: string) =>
      nock(videoHost, { reqheaders: { authorization: 'Bearer token-com.atproto.repo.uploadBlob' } }).post(
        `/xrpc/app.bsky.video.${method}`,
      )
    const clip = source(Buffer.from('CLIP'), {
      contentType: 'video/mp4',
      async *open({ start, end } = { start: 0, end: 3 }) {
        yield Buffer.from('CLIP').subarray(start, end + 1)
      },
    })
    const since = createdAt.getTime()
    const upload = { jobId: 'upload-1', partBytes: 3, parts: 2, sent: 0, since }
    const sending = (sent: number): State => ({ ...ready, uploads: { [key]: { ...upload, sent } } })
    const advance = (state: State, now = createdAt) => blueskyPublish.advance(call(now, clip), state)

    it('are uploaded in parts, with a token for the own server', async () => {
      const seen = tokens()
      limits({ canUpload: true })
      const started = { jobId: 'upload-1', partSizeBytes: 60_000_000, partCount: 2, expiresAt: '2026-11-21T10:00:00Z' }
      let asked: unknown
      post('startUpload').reply(200, async (request: Request) => {
        asked = await request.json()
        return started
      })
      const step = await blueskyPublish.advance(call(createdAt, large), ready)
      const uploads = { [key]: { jobId: 'upload-1', partBytes: 60_000_000, parts: 2, sent: 0, since } }
      expect(step).to.deep.equal({ kind: 'next', state: { ...ready, uploads } })
      expect(asked).to.deep.equal({
        sizeBytes: 100_000_001,
        mimeType: 'video/mp4',
        name: 'publish-1-0-video.mp4',
        durationMs: 600_000,
        width: 1920,
        height: 1080,
      })
      expect(seen[1]?.get('aud')).to.equal('did:web:pds.example.com')
    })

    it('fail if the plan of the parts does not cover the file', async () => {
      for (const plan of [{ partSizeBytes: 60_000_000, partCount: 3 }, { partSizeBytes: 0, partCount: 2 }, {}]) {
        tokens()
        limits({ canUpload: true })
        post('startUpload').reply(200, { jobId: 'upload-1', ...plan })
        const failure = await failureOf(blueskyPublish.advance(call(createdAt, large), ready))
        expect(failure).to.include({ code: 'provider_error' })
        nock.cleanAll()
      }
    })

    const parts: [number, string][] = [
      [0, 'CLI'],
      [1, 'P'],
    ]
    for (const [sent, bytes] of parts) {
      it(`are sent one part in a step: ${bytes}`, async () => {
        tokens()
        const reqheaders = { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) }
        nock(videoHost, { reqheaders })
          .post('/xrpc/app.bsky.video.uploadPart', bytes)
          .query({ jobId: 'upload-1', partNumber: sent + 1 })
          .reply(200, { partNumber: sent + 1, sizeBytes: bytes.length })
        expect(await advance(sending(sent))).to.deep.equal({ kind: 'next', state: sending(sent + 1) })
      })
    }

    it('are processed once all parts are there, by the job that the service names', async () => {
      tokens()
      post('finishUpload').reply(200, { completedJobId: 'job-1', jobStatus: { jobId: 'job-0', state: 'CREATED' } })
      expect(await advance(sending(2))).to.deep.equal({ kind: 'next', state: { ...working, uploads: {} } })
    })

    it('are done at once if the service has processed them before', async () => {
      tokens()
      post('finishUpload').reply(200, { completedJobId: 'job-1', jobStatus: { jobId: 'job-1', blob } })
      const state = { ...ready, uploads: {}, blobs: { [key]: blob } }
      expect(await advance(sending(2))).to.deep.equal({ kind: 'next', state })
    })

    it('wait while an earlier call puts the parts together, for an hour at most', async () => {
      const busy = { error: 'UploadNotReady', message: 'A finish is in progress' }
      tokens()
      post('finishUpload').reply(400, busy)
      const step = { kind: 'wait', state: sending(2), seconds: 2, accepted: false }
      expect(await advance(sending(2))).to.deep.equal(step)
      nock.cleanAll()
      tokens()
      post('finishUpload').reply(400, busy)
      const later = new Date(since + 2 * 3_600_000)
      expect(await failureOf(advance(sending(2), later))).to.include({ code: 'provider_error' })
    })

    it('are started again if the server has deleted the file', () => {
      const lost = { ...sending(2), blobs: { [key]: blob } }
      const cause = { fields: { error: 'BlobNotFound' } }
      const thrown = new ProviderError('provider_error', 'The server no longer has it.', 'rejected', { cause })
      expect(blueskyPublish.afterRejection?.(lost, thrown)).to.deep.equal({ ...ready, uploads: {}, renewals: 1 })
    })

    const named: [string, string][] = [
      ['VideoTooLarge', 'invalid_video'],
      ['VideoTooLong', 'invalid_video'],
      ['BadAspectRatio', 'invalid_video'],
      ['UnsupportedContentType', 'invalid_video'],
      ['DailyLimitExceeded', 'upload_limit_exceeded'],
      ['TooManyOpenUploads', 'upload_limit_exceeded'],
      ['UploadForbidden', 'provider_rejected'],
      ['MethodNotImplemented', 'provider_error'],
    ]
    // The statuses of these errors are not documented.
    const answers = [400, 403].flatMap((status) => named.map((one) => [status, ...one] as const))
    for (const [status, error, code] of answers) {
      it(`fail with ${code} on ${error} with status ${status}`, async () => {
        tokens()
        limits({ canUpload: true })
        post('startUpload').reply(status, { error, message: 'The reason' })
        const failure = await failureOf(blueskyPublish.advance(call(createdAt, large), ready))
        expect(failure).to.include({ code, tokenRejected: false, outcome: 'rejected' })
      })
    }

    it('are sent again later if the service is overloaded', async () => {
      for (const status of [400, 403, 503]) {
        tokens()
        limits({ canUpload: true })
        post('startUpload').reply(status, { error: 'ServiceOverloaded', message: 'Draining' })
        const failure = await failureOf(blueskyPublish.advance(call(createdAt, large), ready))
        expect(failure).to.include({ code: 'provider_error', outcome: 'not_sent' })
        nock.cleanAll()
      }
    })

    describe('whose upload fails', () => {
      const rejected = { error: 'PartSizeMismatch', message: 'The part has another size' }
      async function failing(status: number, body: object | string, abortion: number): Promise<[unknown, unknown[]]> {
        const aborted: unknown[] = []
        tokens()
        post('uploadPart').query(true).reply(status, body)
        post('abortUpload').reply(abortion, async (request: Request) => {
          aborted.push(await request.json())
          return { state: 'aborted' }
        })
        const failure = await failureOf(advance(sending(0)))
        nock.cleanAll()
        return [failure, aborted]
      }

      it('give it up if a part is rejected, so that it does not count against the limits of the day', async () => {
        for (const abortion of [200, 500]) {
          const [failure, aborted] = await failing(400, rejected, abortion)
          expect(failure).to.include({ code: 'provider_error', outcome: 'rejected' })
          expect(aborted).to.deep.equal([{ jobId: 'upload-1' }])
        }
      })

      it('keep it if the part can be sent again', async () => {
        for (const [status, body] of [
          [503, 'Service Unavailable'],
          [429, { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }],
          [400, { error: 'ServiceOverloaded' }],
        ] as const) {
          expect((await failing(status, body, 200))[1]).to.deep.equal([])
        }
      })
    })
  })
})
