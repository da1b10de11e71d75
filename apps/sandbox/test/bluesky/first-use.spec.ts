import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { NETWORKS } from '../../src/networks.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'

const networks = NETWORKS.filter(({ name }) => name === 'bluesky')

describe('bluesky: the reference server starts with its first use', function () {
  // The reference server starts several times, on a machine that may be busy.
  this.timeout(900_000)
  let dataDir: string
  let sandbox: Sandbox

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sandbox-first-use-'))
    sandbox = await startSandbox({ networks, dataDir })
  })
  afterEach(async () => {
    await sandbox.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const hasStarted = () => existsSync(join(dataDir, 'bluesky'))
  const call = async (url: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(url, sent)
    // biome-ignore lint/suspicious/noExplicitAny: the responses are JSON of any shape
    return { status: response.status, json: (await response.json()) as any }
  }
  const resolving = () =>
    call(`${sandbox.bluesky.handleResolverUrl}/xrpc/com.atproto.identity.resolveHandle?handle=ada.test`)

  it('does not start for what can be done without it', async () => {
    await call(`${sandbox.url}/healthz`)
    await call(`${sandbox.url}/bluesky`)
    await call(`${sandbox.url}/journal?network=bluesky`)
    await call(`${sandbox.url}/clock`, { advanceMs: 1_000 })
    await call(`${sandbox.url}/faults`, { network: 'bluesky', fault: 'unavailable', operation: 'oauth.par' })
    await fetch(`${sandbox.url}/faults`, { method: 'DELETE' })
    expect(hasStarted()).to.equal(false)
    await sandbox.close()
    expect(hasStarted()).to.equal(false)
    sandbox = await startSandbox({ networks, dataDir })
  })

  it('starts once for parallel first calls, and responds to all of them', async () => {
    const { pdsUrl, plcUrl, appViewUrl, videoServiceUrl } = sandbox.bluesky
    const [state, posted, health, directory, feed, video, ...resolved] = await Promise.all([
      call(`${sandbox.url}/state/bluesky`),
      call(`${sandbox.url}/person/post`, { network: 'bluesky', text: 'the first' }),
      call(`${pdsUrl}/xrpc/_health`),
      call(`${plcUrl}/_health`),
      call(`${appViewUrl}/xrpc/app.bsky.actor.getProfile?actor=ada.test`),
      call(`${videoServiceUrl}/xrpc/app.bsky.video.getUploadLimits`, {}),
      resolving(),
      resolving(),
    ])
    expect(hasStarted()).to.equal(true)
    expect([state?.status, posted?.status, health?.status, directory?.status]).to.deep.equal([200, 201, 200, 200])
    expect([feed?.status, video?.status]).to.deep.equal([200, 501])
    expect(resolved.map(({ status }) => status)).to.deep.equal([200, 200])
    const { json } = await call(`${sandbox.url}/state/bluesky`)
    expect(json.accounts.map(({ handle }: { handle: string }) => handle)).to.have.members([
      'ada.test',
      'grace.test',
      'alan.test',
    ])
    expect(json.posts.filter(({ text }: { text: string }) => text === 'the first')).to.have.length(1)
    const journal = await call(`${sandbox.url}/journal?network=bluesky`)
    expect(journal.json).to.have.length(5)
  })

  it('plays a fault that was set before it started', async () => {
    const operation = 'com.atproto.identity.resolveHandle'
    await call(`${sandbox.url}/faults`, { network: 'bluesky', fault: 'throttle', operation, times: 1 })
    expect((await resolving()).status).to.equal(429)
    expect((await resolving()).status).to.equal(200)
  })

  it('says why it cannot start, and tries again with the next call', async () => {
    const installation = join(dataDir, 'bluesky/installation.json')
    await mkdir(join(dataDir, 'bluesky'))
    await writeFile(installation, 'no JSON')
    const first = await resolving()
    expect([first.status, first.json.error]).to.deep.equal([503, 'NotStarted'])
    expect(first.json.message).to.contain('JSON')
    const state = await call(`${sandbox.url}/state/bluesky`)
    expect([state.status, state.json.message]).to.deep.equal([503, first.json.message])
    const posted = await call(`${sandbox.url}/person/post`, { network: 'bluesky', text: 'too early' })
    expect([posted.status, posted.json.error]).to.deep.equal([503, 'not_started'])
    await rm(installation)
    expect((await resolving()).status).to.equal(200)
  })

  it('leaves the names of what users do known before it starts', async () => {
    const { status, json } = await call(`${sandbox.url}/person/dance`, { network: 'bluesky' })
    expect(status).to.equal(404)
    expect(json.message).to.equal('bluesky knows: consent, post, comment, like, video-service, video-job')
    expect(hasStarted()).to.equal(false)
  })
})

describe('bluesky: a process that stops while the reference server starts', function () {
  this.timeout(900_000)
  let tmp: string
  let child: ChildProcess

  beforeEach(async () => {
    tmp = await mkdtemp(join(tmpdir(), 'sandbox-stop-'))
  })
  afterEach(async () => {
    child.kill('SIGKILL')
    await rm(tmp, { recursive: true, force: true })
  })

  it('ends without an error and leaves no files', async () => {
    child = fork(new URL('../../src/main.ts', import.meta.url), {
      env: { ...process.env, TMPDIR: tmp, SANDBOX_PORT: '0', SANDBOX_NETWORKS: 'bluesky' },
      silent: true,
    })
    let errors = ''
    child.stderr?.on('data', (part) => {
      errors += part
    })
    const [{ url }] = (await once(child, 'message')) as [{ url: string }]
    const asked = fetch(`${url}/state/bluesky`).catch((error: unknown) => error)
    while ((await readdir(tmp)).length === 0) await sleep(5)
    child.kill('SIGTERM')
    expect(await once(child, 'exit'), errors).to.deep.equal([0, null])
    await asked
    expect(await readdir(tmp)).to.deep.equal([])
  })
})
