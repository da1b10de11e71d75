import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createTestApp, type TestApp, type Tokens } from './bluesky/oauth-client.ts'

interface Ready {
  type: string
  url: string
  bluesky: { pdsUrl: string }
}

const redirectUri = 'http://127.0.0.1:9/callback'

describe('a sandbox process over the same data directory', function () {
  // A process of its own loads everything again, on a machine that may be busy.
  this.timeout(900_000)

  let dataDir: string
  let child: ChildProcess

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sandbox-restart-'))
  })
  after(async () => {
    child?.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })

  async function start(port = '0'): Promise<Ready> {
    const env = { ...process.env, SANDBOX_PORT: port, SANDBOX_DATA_DIR: dataDir, SANDBOX_NETWORKS: 'bluesky,x' }
    child = fork(new URL('../src/main.ts', import.meta.url), { env, silent: true })
    let errors = ''
    child.stderr?.on('data', (part) => {
      errors += part
    })
    const gone = once(child, 'exit').then(() => Promise.reject(new Error(`it ended: ${errors}`)))
    const ready = async () => {
      for await (const [message] of on(child, 'message') as AsyncIterable<[Ready]>) {
        if (message.type === 'ready') return message
      }
      throw new Error('it never got ready')
    }
    const settled = Promise.race([ready(), gone])
    gone.catch(() => {})
    return settled
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  async function post(url: string, body: unknown) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Record<string, unknown>
  }
  const texts = async ({ url }: Ready, network: string) => {
    const { posts } = (await (await fetch(`${url}/state/${network}`)).json()) as { posts: { text?: string }[] }
    return posts.map(({ text }) => text)
  }
  /** Waits until the text has reached the disk. */
  async function stored(text: string): Promise<void> {
    while (!(await readFile(join(dataDir, 'state'))).includes(text)) await sleep(20)
  }
  const write = (app: TestApp, tokens: Tokens, text: string) =>
    app.call('com.atproto.repo.createRecord', tokens, {
      repo: tokens.sub,
      collection: 'app.bsky.feed.post',
      record: { $type: 'app.bsky.feed.post', text, createdAt: '2026-11-20T10:00:00.000Z' },
    })

  it('goes on with accounts, posts and tokens after SIGTERM and after SIGKILL', async () => {
    let ready = await start()
    const { port } = new URL(ready.url)
    const app = await createTestApp(ready.bluesky.pdsUrl, redirectUri)
    const walk = { authorizationUrl: await app.begin(), decision: 'approve', as: 'grace.test' }
    const { finalUrl } = await post(`${ready.url}/person/consent`, walk)
    let tokens = await app.finish(String(finalUrl))
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await write(app, tokens, `written before ${signal}`)
      await post(`${ready.url}/person/post`, { network: 'x', text: `posted before ${signal}` })
      await stored(`posted before ${signal}`)
      await end(signal)
      const { bluesky } = ready
      ready = await start(port)
      expect(ready.bluesky, signal).to.deep.equal(bluesky)
      expect(await texts(ready, 'x'), signal).to.include(`posted before ${signal}`)
      expect(await texts(ready, 'bluesky'), signal).to.include(`written before ${signal}`)
      const refreshed = await app.refresh(tokens)
      expect(refreshed.status, signal).to.equal(200)
      tokens = refreshed.json
      const response = await write(app, tokens, `written after ${signal}`)
      expect(response.status, signal).to.equal(200)
    }
  })
})
