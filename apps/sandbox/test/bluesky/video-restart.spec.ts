import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import { expect } from 'chai'
import type { ConsentOutcome } from '../../src/consent/walk.ts'
import { NETWORKS } from '../../src/networks.ts'
import { makeVideo } from '../../src/samples/mp4.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import { createTestApp, type TestApp, type Tokens } from './oauth-client.ts'

const networks = NETWORKS.filter(({ name }) => name === 'bluesky')
const partBytes = 8 * 1024 * 1024

describe('bluesky: the video service over a restart', function () {
  // The reference server starts twice, on a machine that may be busy.
  this.timeout(900_000)
  let dataDir: string
  let sandbox: Sandbox
  let app: TestApp
  let tokens: Tokens

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sandbox-video-'))
    sandbox = await startSandbox({ networks, dataDir })
    app = await createTestApp(sandbox.bluesky.pdsUrl, 'http://127.0.0.1:1/callback')
    const consent = { authorizationUrl: await app.begin(), decision: 'approve' }
    tokens = await app.finish((await post<ConsentOutcome>('/person/consent', consent)).finalUrl)
  })
  after(async () => {
    await sandbox.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function post<Body>(path: string, body: object): Promise<Body> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status, path).to.be.below(300)
    return (await response.json()) as Body
  }
  async function serviceToken(): Promise<string> {
    const exp = String(Math.floor(Date.now() / 1000) + 1800)
    const query = new URLSearchParams({ aud: 'did:web:localhost', lxm: 'com.atproto.repo.uploadBlob', exp })
    const response = await app.call(`com.atproto.server.getServiceAuth?${query}`, tokens)
    return ((await response.json()) as { token: string }).token
  }
  async function call(token: string, method: string, content: { type: string; body: Uint8Array | object }) {
    const url = `${sandbox.bluesky.videoServiceUrl}/xrpc/app.bsky.video.${method}`
    const { type, body } = content
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const response = await fetch(url, { method: 'POST', headers, body: sent })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const json = (body: object) => ({ type: 'application/json', body })
  const bytes = (body: Uint8Array) => ({ type: 'application/octet-stream', body })
  const state = async () => deserialize(await readFile(join(dataDir, 'state'))).records.bluesky

  it('keeps the limit of the single call, and an upload whose parts are arriving', async () => {
    const video = makeVideo({ width: 320, height: 240, seconds: 2, minBytes: partBytes + 1 })
    const token = await serviceToken()
    const started = await call(token, 'startUpload', json({ sizeBytes: video.length, mimeType: 'video/mp4' }))
    const { jobId } = started.json
    const first = await call(token, `uploadPart?jobId=${jobId}&partNumber=1`, bytes(video.subarray(0, partBytes)))
    expect(first.status).to.equal(200)
    // Nothing but this call can have had the part stored, which the video service's own port took.
    while ((await state())?.video?.parts?.uploads?.get(jobId)?.parts.size !== 1) await sleep(20)
    await post('/person/video-service', { network: 'bluesky', singleCallBytes: 5 })

    const { port } = new URL(sandbox.url)
    await sandbox.close()
    sandbox = await startSandbox({ networks, dataDir, port: Number(port) })

    const single = `uploadVideo?did=${tokens.sub}&name=a.mp4`
    const large = await call(token, single, { type: 'video/mp4', body: video.subarray(0, 6) })
    expect(large.json).to.include({ message: 'invalid token audience' })
    const second = await call(token, `uploadPart?jobId=${jobId}&partNumber=2`, bytes(video.subarray(partBytes)))
    expect(second.json).to.include({ partNumber: 2 })
    const finished = await call(token, 'finishUpload', json({ jobId }))
    expect(finished.status).to.equal(200)
    expect(finished.json).to.have.property('completedJobId').that.is.a('string')
  })
})
