import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv, freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { type ReadinessProxy, startReadinessProxy } from './readiness-proxy.ts'

const script = join(import.meta.dirname, '../src/main.ts')
const clients = 60

describe('a gateway that is ended while 60 clients send requests', function () {
  // Two processes load everything on a machine that may be busy, and the drain takes seconds.
  this.timeout(900_000)

  let database: Awaited<ReturnType<typeof freshDatabase>>
  let gateways: { child: ChildProcess; url: string }[]
  let proxy: ReadinessProxy

  async function startProcess(env: Record<string, string>) {
    const child = spawn(process.execPath, [script], {
      env: { ...childEnv, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [message] = await once(child, 'message')
    return { child, url: String(message.url) }
  }

  before(async () => {
    database = await freshDatabase()
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'silent',
      WRONG_KEYS_PER_MINUTE: '1000000',
    }
    gateways = await Promise.all([startProcess(env), startProcess(env)])
    proxy = await startReadinessProxy(gateways.map(({ url }) => url))
  })
  after(async () => {
    await proxy?.close()
    for (const { child } of gateways ?? []) child.kill('SIGKILL')
    await database?.drop()
  })

  /** One request with a body, which is read before the response; returns its status, or why there was none. */
  function ask(agent: Agent): Promise<number | string> {
    return new Promise((done) => {
      const headers = { authorization: `Bearer ck_${'0'.repeat(40)}`, 'content-type': 'application/json' }
      const sent = request(`${proxy.url}/api/v1/profiles`, { method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.once('end', () => done(response.statusCode ?? 0))
        response.once('error', (error) => done(error.message))
      })
      sent.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
      sent.end(JSON.stringify({ name: 'x'.repeat(1_000) }))
    })
  }

  it('responds to every request behind a proxy that checks readiness: no reset, none without a response', async () => {
    const responses = new Map<number | string, number>()
    let over = false
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!over) {
        const response = await ask(agent)
        responses.set(response, (responses.get(response) ?? 0) + 1)
        // As clients do that wait for something: connections are idle at times, which is when a gateway may close them.
        await sleep(randomInt(200, 1_000))
      }
      agent.destroy()
    }
    const running = Array.from({ length: clients }, client)
    const [leaving, staying] = gateways
    if (!leaving || !staying) throw new Error('two gateways are needed')
    // Both serve connections before one of them ends.
    while ([leaving, staying].some(({ url }) => (proxy.sent.get(url) ?? 0) < clients / 4) || responses.size === 0) {
      await sleep(5)
    }
    const gone = once(leaving.child, 'exit')
    leaving.child.kill('SIGTERM')
    await proxy.left(leaving.url)
    expect(await gone).to.deep.equal([0, null])
    const before = [...responses.values()].reduce((sum, count) => sum + count, 0)
    // The one that stays serves everybody.
    while ([...responses.values()].reduce((sum, count) => sum + count, 0) < before + 2 * clients) {
      await sleep(5)
    }
    over = true
    await Promise.all(running)
    expect([...responses.keys()]).to.deep.equal([401])
  })
})
