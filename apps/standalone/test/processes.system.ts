import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv, freshDatabase, untilReady } from '@carillon/testkit'
import { expect } from 'chai'
import { anyPort, resolvePort } from '../src/free-port.ts'
import { type Standalone, startStandalone } from '../src/standalone.ts'
import { StartError } from '../src/start-error.ts'

describe('npm start', function () {
  this.timeout(600_000)
  let dir: string
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let standalone: Standalone
  let accountId: string

  /** The ports of the first start, which later ones take again, as an installation with the default ports does. */
  let ports = { gatewayPort: anyPort, sandboxPort: anyPort }

  const options = () => ({
    dataDir: dir,
    databaseUrl: fresh.url,
    ...ports,
    env: { ...process.env, ...childEnv, LOG_LEVEL: 'silent', SETTLE_SCALE: '0.05', PUBLISH_WAIT_MS: '600000' },
  })

  async function request(
    url: string,
    body?: unknown,
    method = body ? 'POST' : 'GET',
    // biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
  ): Promise<{ status: number; body: any }> {
    const { apiKey } = standalone.report()
    const headers = { authorization: `Bearer ${apiKey}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : null }
  }
  const api = (path: string, body?: unknown) => request(`${standalone.report().gatewayUrl}/api/v1${path}`, body)
  const sandbox = (path: string, body?: unknown) => request(`${standalone.report().sandboxUrl}${path}`, body)

  /**
   * Asks until somebody responds again and the condition is true. On a busy machine that may take minutes, in each of which
   * a key has 600 requests.
   */
  async function until<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    for (;;) {
      const value = await ask().catch(() => undefined)
      if (value !== undefined && holds(value)) return value
      await sleep(200)
    }
  }

  async function connect(wanted: { platform: string; handle?: string }): Promise<string> {
    // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
    await sandbox(`/state/${wanted.platform}`)
    const { body: profiles } = await api('/profiles')
    const path = `/profiles/${profiles.profiles[0].id}/connect`
    const { body: session } = await api(path, wanted)
    await sandbox('/person/consent', { authorizationUrl: session.authorizationUrl, decision: 'approve' })
    const ended = await api(`${path}/${session.connectionSessionId}`)
    return ended.body.accountIds[0]
  }

  async function heldPosts(text: string): Promise<unknown[]> {
    const { body } = await sandbox('/state/bluesky')
    return body.posts.filter((post: { text: string }) => post.text === text)
  }

  before(async () => {
    ;[dir, fresh] = await Promise.all([mkdtemp(join(tmpdir(), 'carillon-start-')), freshDatabase()])
    standalone = await startStandalone(options())
    const { gatewayUrl, sandboxUrl } = standalone.report()
    const taken = (url: string) => ({ port: Number(new URL(url).port), setBy: null })
    ports = { gatewayPort: taken(gatewayUrl), sandboxPort: taken(sandboxUrl) }
    accountId = await connect({ platform: 'bluesky', handle: 'ada.test' })
  })
  after(async () => {
    await standalone.stop()
    await fresh.drop()
    await rm(dir, { recursive: true, force: true })
  })

  it('writes down where everything is', async () => {
    const written = JSON.parse(await readFile(join(dir, 'standalone.json'), 'utf8'))
    expect(written).to.deep.equal(standalone.report())
    expect(written).to.have.all.keys(
      ...['gatewayUrl', 'sandboxUrl', 'dashboardUrl', 'apiKey', 'organizationId', 'databaseUrl', 'pids'],
    )
    expect(await untilReady(written.gatewayUrl)).to.include({ status: 'ready' })
  })

  it('leaves exactly one post when the worker is killed while it publishes', async () => {
    const text = 'worker killed'
    // The server stores the record and its response hangs: the worker dies with the call open.
    const fault = { network: 'bluesky', operation: 'com.atproto.repo.putRecord', fault: 'accept-then-hang', times: 1 }
    await sandbox('/faults', fault)
    const { worker } = standalone.report().pids
    const publishing = api('/posts', { platform: 'bluesky', accountId, text })
    await until(
      () => heldPosts(text),
      (posts) => posts.length > 0,
    )
    process.kill(worker, 'SIGKILL')
    const response = await publishing
    expect(response.status, JSON.stringify(response.body)).to.be.oneOf([201, 202])
    const { body } = await until(
      () => api(`/posts/publishes/${response.body.publishId}`),
      ({ status, body }) => status === 200 && body.status !== 'processing',
    )
    expect(body.status).to.equal('published')
    expect(await heldPosts(text)).to.have.length(1)
    const renewed = JSON.parse(await readFile(join(dir, 'standalone.json'), 'utf8'))
    expect(renewed.pids.worker).not.to.equal(worker)
  })

  it('finishes a publish whose gateway was killed, and tells its status afterwards', async () => {
    const text = 'gateway killed'
    await sandbox('/faults', {
      network: 'bluesky',
      operation: 'com.atproto.repo.putRecord',
      fault: 'slow',
      delayMs: 800,
      times: 1,
    })
    const { gatewayUrl, apiKey, pids } = standalone.report()
    const lost = fetch(`${gatewayUrl}/api/v1/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'x-request-id': 'lost-response',
      },
      body: JSON.stringify({ platform: 'bluesky', accountId, text }),
    }).then(
      () => 'responded',
      () => 'lost',
    )
    await until(
      () => api('/posts/publishes?requestId=lost-response'),
      ({ body }) => body.publishes.length === 1,
    )
    process.kill(pids.gateway, 'SIGKILL')
    expect(await lost).to.equal('lost')
    const { body } = await until(
      () => api('/posts/publishes?requestId=lost-response'),
      (read) => read.body.publishes[0]?.status === 'published',
    )
    expect(body.publishes[0].postIds).to.have.length(1)
    expect(await heldPosts(text)).to.have.length(1)
  })

  it('is not started twice over one directory, and what runs there stays as it is', async () => {
    const error = await startStandalone(options()).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(StartError)
    expect(error).to.have.property('message').that.contains(dir).and.contains(String(process.pid))
    const written = JSON.parse(await readFile(join(dir, 'standalone.json'), 'utf8'))
    expect(written).to.deep.equal(standalone.report())
    expect((await api('/profiles')).status).to.equal(200)
  })

  it('does not start when an explicitly set port is taken, and names the variable', async () => {
    const port = Number(new URL(standalone.report().gatewayUrl).port)
    const other = await mkdtemp(join(tmpdir(), 'carillon-start-'))
    try {
      const wanted = { ...options(), dataDir: other, gatewayPort: { port, setBy: 'GATEWAY_PORT' } }
      const error = await startStandalone(wanted).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(StartError)
      expect(error).to.have.property('message').that.contains('GATEWAY_PORT').and.contains(String(port))
    } finally {
      await rm(other, { recursive: true, force: true })
    }
  })

  it('leaves no process behind when the database cannot be reached while the sandbox is starting', async () => {
    const running = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
    const other = await mkdtemp(join(tmpdir(), 'carillon-start-'))
    const before = running()
    try {
      // Nothing listens there.
      const wanted = { ...options(), dataDir: other, databaseUrl: 'postgres://127.0.0.1:9/none' }
      const error = await startStandalone({ ...wanted, gatewayPort: anyPort, sandboxPort: anyPort }).catch(
        (thrown: unknown) => thrown,
      )
      expect(error).to.be.instanceOf(StartError).with.property('message').that.contains('ECONNREFUSED')
      // The handle of a process that has ended is closed a moment later.
      while (running() > before) await sleep(50)
    } finally {
      await rm(other, { recursive: true, force: true })
    }
  })

  it('takes a free port when the default one is taken', async () => {
    const port = Number(new URL(standalone.report().gatewayUrl).port)
    expect(await resolvePort({ port, setBy: null })).to.not.equal(port)
  })

  it('keeps its data, and accounts connected, over a restart of everything and the death of the sandbox', async () => {
    const accounts = { bluesky: accountId, x: await connect({ platform: 'x' }) }
    const publishOn = async (platform: keyof typeof accounts, text: string) => {
      const published = await api('/posts', { platform, accountId: accounts[platform], text })
      expect(published.status, JSON.stringify(published.body)).to.equal(201)
      return published.body.postIds[0]
    }
    const listed = async (platform: keyof typeof accounts) => {
      const { body } = await api(`/posts?accountId=${accounts[platform]}`)
      return body.posts.map((post: { id: string }) => post.id)
    }
    expect(standalone.isFirstStart).to.equal(true)
    const platforms = ['bluesky', 'x'] as const
    const ids = { bluesky: [] as string[], x: [] as string[] }
    for (const platform of platforms) ids[platform].push(await publishOn(platform, 'before the restart'))
    const { apiKey, organizationId } = standalone.report()
    await standalone.stop()
    expect(existsSync(join(dir, 'standalone.json'))).to.equal(false)
    standalone = await startStandalone(options())
    expect(standalone.isFirstStart).to.equal(false)
    await sandbox('/state/bluesky')
    expect(standalone.report()).to.include({ apiKey, organizationId })
    const { body } = await api(`/accounts?accountId=${accountId}`)
    expect(body.accounts.map((account: { accountId: string }) => account.accountId)).to.deep.equal([accountId])
    for (const platform of platforms) ids[platform].push(await publishOn(platform, 'after the restart'))
    // A killed sandbox goes on from its last snapshot, which is written a moment after a call.
    await until(
      () => readFile(join(dir, 'sandbox/state')),
      (bytes) => bytes.includes('after the restart'),
    )
    process.kill(standalone.report().pids.sandbox, 'SIGKILL')
    await until(
      () => sandbox('/state/bluesky'),
      ({ status }) => status === 200,
    )
    for (const platform of platforms) {
      ids[platform].push(await publishOn(platform, 'after its death'))
      expect(await listed(platform), platform).to.include.members(ids[platform])
      expect(new Set(ids[platform]).size, platform).to.equal(3)
    }
  })
})
