import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { createJobs } from '../../src/bluesky/video/jobs.ts'
import type { ConsentOutcome } from '../../src/consent/walk.ts'
import { NETWORKS } from '../../src/networks.ts'
import { makeVideo } from '../../src/samples/mp4.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { readVideoSize } from '../../src/video-size.ts'
import { allTests } from '../fixture.ts'
import { createTestApp, type Tokens } from './oauth-client.ts'

interface Job {
  jobId: string
  state: string
  error?: string
  failureCode?: string
  blob?: { mimeType: string; size: number }
}

describe('bluesky: the video service', () => {
  const sandbox = allTests(() => startSandbox({ networks: NETWORKS.filter(({ name }) => name === 'bluesky') }))
  const app = allTests(() => createTestApp(sandbox.bluesky.pdsUrl, 'http://127.0.0.1:1/callback'))
  let tokens: Tokens

  before(async () => {
    const { json } = await post<ConsentOutcome>('/person/consent', {
      authorizationUrl: await app.begin(),
      decision: 'approve',
    })
    tokens = await app.finish(json.finalUrl)
  })

  const post = async <Result>(path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, json: (await response.json()) as Result }
  }
  const videoFile = async (name: string) =>
    Buffer.from(await (await fetch(`${sandbox.url}/samples/${name}`)).arrayBuffer())
  const serviceToken = async (aud: string, lxm: string) => {
    const exp = Math.floor(Date.now() / 1000) + 1800
    const { pdsUrl } = sandbox.bluesky
    const url = `com.atproto.server.getServiceAuth?${new URLSearchParams({ aud, lxm, exp: String(exp) })}`
    const response = await app.call(url, tokens)
    if (response.status !== 200) throw new Error(`${pdsUrl}: ${await response.text()}`)
    return ((await response.json()) as { token: string }).token
  }
  const upload = async (bytes: Buffer, did = tokens.sub, token?: string) => {
    const bearer = token ?? (await serviceToken('did:web:localhost', 'com.atproto.repo.uploadBlob'))
    const response = await fetch(
      `${sandbox.bluesky.videoServiceUrl}/xrpc/app.bsky.video.uploadVideo?did=${did}&name=a.mp4`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'video/mp4' },
        body: new Uint8Array(bytes),
      },
    )
    return { status: response.status, job: (await response.json()) as Job }
  }
  const follow = async (jobId: string) => {
    const seen: string[] = []
    for (;;) {
      const url = `${sandbox.bluesky.videoServiceUrl}/xrpc/app.bsky.video.getJobStatus?jobId=${jobId}`
      const { jobStatus } = (await (await fetch(url)).json()) as { jobStatus: Job }
      seen.push(jobStatus.state)
      if (['JOB_STATE_COMPLETED', 'JOB_STATE_FAILED'].includes(jobStatus.state)) return { seen, last: jobStatus }
    }
  }

  it('takes a video with the token of the person, and its blob is in a post', async () => {
    const bytes = await videoFile('video-320x240-3s.mp4')
    const { status, job } = await upload(bytes)
    expect([status, job.state]).to.deep.equal([200, 'JOB_STATE_CREATED'])
    const { seen, last } = await follow(job.jobId)
    expect(seen).to.deep.equal(['JOB_STATE_ENCODING', 'JOB_STATE_ENCODED', 'JOB_STATE_COMPLETED'])
    expect(last.blob).to.include({ mimeType: 'video/mp4', size: bytes.length })
    const record = {
      $type: 'app.bsky.feed.post',
      text: 'moving',
      createdAt: new Date().toISOString(),
      embed: { $type: 'app.bsky.embed.video', video: last.blob, alt: 'tiles' },
    }
    const written = await app.call('com.atproto.repo.createRecord', tokens, {
      repo: tokens.sub,
      collection: 'app.bsky.feed.post',
      record,
    })
    expect(written.status).to.equal(200)
    const { posts } = (await (await fetch(`${sandbox.url}/state/bluesky`)).json()) as {
      posts: { text: string; media: object[] }[]
    }
    expect(posts.find(({ text }) => text === 'moving')?.media[0]).to.include({
      width: 320,
      height: 240,
      altText: 'tiles',
    })
    const again = await upload(bytes)
    expect(again.status).to.equal(409)
    expect(again.job).to.include({ error: 'already_exists', jobId: job.jobId, state: 'JOB_STATE_COMPLETED' })
  })

  it('puts a smaller video into the data server when the one sent is too large for it', async () => {
    const stored: Buffer[] = []
    const jobs = createJobs(async (bytes) => stored.push(bytes), Date.now)
    jobs.decide({ polls: 0 })
    const large = makeVideo({ width: 320, height: 240, seconds: 2, minBytes: 50 * 1024 * 1024 + 1 })
    const { jobId } = jobs.begin('did:plc:somebody', large, 'token')
    expect((await jobs.step(jobId))?.state).to.equal('JOB_STATE_COMPLETED')
    expect(stored[0]?.length).to.be.lessThan(1_000_000)
    expect(readVideoSize(stored[0] ?? Buffer.alloc(0))).to.deep.equal({ width: 320, height: 240, seconds: 2 })
  })

  it('lets a job fail or take long on demand, and fails what is not a video', async () => {
    expect((await post('/person/video-job', { network: 'bluesky', polls: 1e9 })).status).to.equal(400)
    await post('/person/video-job', { network: 'bluesky', polls: 4, failureCode: 'encoding_failure' })
    const failed = await follow((await upload(await videoFile('video-160x120-1s.mp4'))).job.jobId)
    expect(failed.seen).to.have.length(5)
    expect(failed.last).to.include({ state: 'JOB_STATE_FAILED', failureCode: 'encoding_failure' })
    const nonsense = await follow((await upload(Buffer.from('no video'))).job.jobId)
    expect(nonsense.last).to.include({ state: 'JOB_STATE_FAILED', failureCode: 'validation_failure' })
  })

  it('rejects tokens for another service, of another account, or broken', async () => {
    const bytes = await videoFile('video-160x120-1s.mp4')
    const wrong = await serviceToken('did:web:video.bsky.app', 'com.atproto.repo.uploadBlob')
    const { status, job } = await upload(bytes, tokens.sub, wrong)
    expect(status).to.equal(401)
    const message =
      'invalid token: invalid token audience "did:web:video.bsky.app", should be the user\'s PDS DID "did:web:localhost"'
    expect(job).to.deep.equal({ error: 'InvalidToken', message })
    expect((await upload(bytes, 'did:plc:somebodyelse')).status).to.equal(401)
    const good = await serviceToken('did:web:localhost', 'com.atproto.repo.uploadBlob')
    const forged = `${good.slice(0, -4)}${good.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    expect((await upload(bytes, tokens.sub, forged)).status).to.equal(401)
  })

  it('takes a video in parts', async () => {
    const token = await serviceToken('did:web:localhost', 'com.atproto.repo.uploadBlob')
    const call = async (method: string, type: string, body: Uint8Array | string) => {
      const url = `${sandbox.bluesky.videoServiceUrl}/xrpc/app.bsky.video.${method}`
      const headers = { authorization: `Bearer ${token}`, 'content-type': type }
      const response = await fetch(url, { method: 'POST', headers, body })
      // biome-ignore lint/suspicious/noExplicitAny: the responses are JSON of any shape
      return { status: response.status, json: (await response.json()) as any }
    }
    const json = (method: string, body: object) => call(method, 'application/json', JSON.stringify(body))
    const bytes = await videoFile('video-160x120-1s.mp4')
    const filled = Buffer.concat([bytes, Buffer.alloc(9 * 1024 * 1024 - bytes.length)])
    expect((await json('startUpload', { sizeBytes: 300_000_001, mimeType: 'video/mp4' })).json.error).to.equal(
      'VideoTooLarge',
    )
    const started = await json('startUpload', { sizeBytes: filled.length, mimeType: 'video/mp4' })
    const { jobId, partSizeBytes, partCount } = started.json
    expect([started.status, partCount]).to.deep.equal([200, 2])
    const part = (number: number, piece: Uint8Array) =>
      call(`uploadPart?jobId=${jobId}&partNumber=${number}`, 'application/octet-stream', piece)
    expect((await part(2, filled.subarray(partSizeBytes, -1))).json.error).to.equal('PartSizeMismatch')
    expect((await part(3, filled.subarray(partSizeBytes))).json.error).to.equal('InvalidPartNumber')
    expect((await part(2, filled.subarray(partSizeBytes))).json).to.include({ partNumber: 2 })
    const early = await json('finishUpload', { jobId })
    expect([early.json.error, early.json.message]).to.deep.equal(['MissingParts', 'Missing parts: 1'])
    await part(1, filled.subarray(0, partSizeBytes))
    const { completedJobId } = (await json('finishUpload', { jobId })).json
    expect((await follow(completedJobId)).last.state).to.equal('JOB_STATE_COMPLETED')
    // A second call has the same effect: its response may be the one that arrives.
    expect((await json('finishUpload', { jobId })).json).to.include({ completedJobId })
    expect((await part(2, filled.subarray(partSizeBytes))).json.error).to.equal('UploadAlreadyCompleted')
    expect((await json('finishUpload', { jobId: 'unknown' })).json.error).to.equal('UploadNotFound')
    expect((await json('abortUpload', { jobId })).json).to.deep.equal({ state: 'completed', completedJobId })
    const other = (await json('startUpload', { sizeBytes: filled.length, mimeType: 'video/mp4' })).json
    expect((await json('abortUpload', { jobId: other.jobId })).json).to.deep.equal({ state: 'aborted' })
    expect((await json('finishUpload', { jobId: other.jobId })).json.error).to.equal('UploadAborted')
  })

  it('rejects a video that is too large for one call before it has read it, and hangs up', async () => {
    const token = await serviceToken('did:web:localhost', 'com.atproto.repo.uploadBlob')
    const pieces = 512
    async function* body() {
      for (let sent = 0; sent < pieces; sent++) yield Buffer.alloc(1024 * 1024)
    }
    const url = new URL('/xrpc/app.bsky.video.uploadVideo?did=x&name=x.mp4', sandbox.bluesky.videoServiceUrl)
    const request = httpRequest(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'video/mp4',
        'content-length': String(pieces * 1024 * 1024),
      },
    })
    request.on('error', () => undefined)
    Readable.from(body())
      .on('error', () => undefined)
      .pipe(request)
    const [response] = await once(request, 'response')
    expect(response.statusCode).to.equal(401)
    request.destroy()
    expect((await post('/person/video-service', { network: 'bluesky', singleCallBytes: 5 })).status).to.equal(201)
    expect((await upload(await videoFile('video-160x120-1s.mp4'))).status).to.equal(401)
    await post('/person/video-service', { network: 'bluesky', singleCallBytes: 100_000_000 })
  })

  it('counts a video for 24 hours', async () => {
    let now = 1_000
    const jobs = createJobs(
      async () => ({}),
      () => now,
    )
    const video = await videoFile('video-160x120-1s.mp4')
    const { jobId } = jobs.begin('did:plc:somebody', video, 'token')
    while ((await jobs.step(jobId))?.state !== 'JOB_STATE_COMPLETED');
    now += 86_399_999
    expect(jobs.taken('did:plc:somebody')).to.deep.equal({ videos: 1, bytes: video.length })
    expect(jobs.find('did:plc:somebody', video)?.jobId).to.equal(jobId)
    now += 1
    expect(jobs.taken('did:plc:somebody')).to.deep.equal({ videos: 0, bytes: 0 })
  })

  it('tells its limits, which a fault uses up', async () => {
    const limits = async () => {
      const token = await serviceToken('did:web:video.bsky.app', 'app.bsky.video.getUploadLimits')
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${sandbox.bluesky.videoServiceUrl}/xrpc/app.bsky.video.getUploadLimits`, {
        headers,
      })
      return (await response.json()) as { canUpload: boolean; remainingDailyVideos: number }
    }
    expect(await limits()).to.include({ canUpload: true })
    await post('/faults', {
      network: 'bluesky',
      fault: 'upload-limit-exceeded',
      operation: 'app.bsky.video.getUploadLimits',
      times: 1,
    })
    expect(await limits()).to.include({ canUpload: false, remainingDailyVideos: 0 })
    expect(await limits()).to.include({ canUpload: true })
  })

  it('begins no upload in parts beyond its limits, until a day of its own clock has passed', async () => {
    const blobs = await serviceToken('did:web:localhost', 'com.atproto.repo.uploadBlob')
    const limits = await serviceToken('did:web:video.bsky.app', 'app.bsky.video.getUploadLimits')
    const left = async () => {
      const url = `${sandbox.bluesky.videoServiceUrl}/xrpc/app.bsky.video.getUploadLimits`
      const response = await fetch(url, { headers: { authorization: `Bearer ${limits}` } })
      return ((await response.json()) as { remainingDailyVideos: number }).remainingDailyVideos
    }
    const begin = async () => {
      const response = await fetch(`${sandbox.bluesky.videoServiceUrl}/xrpc/app.bsky.video.startUpload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${blobs}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sizeBytes: 5, mimeType: 'video/mp4' }),
      })
      const { error, jobId } = (await response.json()) as { error?: string; jobId?: string }
      return error ?? typeof jobId
    }
    expect(await begin()).to.equal('string')
    for (let rest = await left(); rest > 0; rest--) await upload(Buffer.from(`video ${rest}`), tokens.sub, blobs)
    expect([await left(), await begin()]).to.deep.equal([0, 'DailyLimitExceeded'])
    const { status, job } = await upload(Buffer.from('one more video'), tokens.sub, blobs)
    expect([status, job.error]).to.deep.equal([400, 'DailyLimitExceeded'])
    await post('/clock', { advanceMs: 86_400_000 })
    expect([await left(), await begin()]).to.deep.equal([25, 'string'])
  })
})
