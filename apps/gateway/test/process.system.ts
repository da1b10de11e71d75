import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv, closedPort, freshDatabase, runOnTakenPort, startLateDatabase, untilReady } from '@carillon/testkit'
import { expect } from 'chai'

const script = join(import.meta.dirname, '../src/main.ts')

function start(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [script], {
    env: { ...childEnv, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

async function takesConnections(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )
}

/**
 * Ends a gateway whose readiness was read, and reads it again as a balancer does: until then the gateway serves on, for as
 * long as balancers may take.
 */
async function stop(child: ChildProcess, url: string, signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP'): Promise<unknown[]> {
  const exit = once(child, 'exit')
  child.kill(signal)
  while ((await fetch(`${url}/readyz`)).status !== 503) await sleep(10)
  return exit
}

describe('the process', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let env: Record<string, string> = {}
  before(async () => {
    database = await freshDatabase()
    const encryptionKey = Buffer.alloc(32, 1).toString('base64')
    env = { DATABASE_URL: database.url, ENCRYPTION_KEYS: `1:${encryptionKey}`, GATEWAY_PORT: '0', LOG_LEVEL: 'silent' }
  })
  after(() => database.drop())

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`says when it is ready and ends cleanly at ${signal}`, async () => {
      const child = start(env)
      const [message] = await once(child, 'message')
      expect(message).to.have.property('type', 'ready')
      const ready = { status: 'ready', database: true, migrations: true, stopping: false }
      expect(await untilReady(message.url)).to.deep.equal(ready)
      expect(await stop(child, message.url, signal)).to.deep.equal([0, null])
    })
  }

  it('waits for a database that cannot be reached yet, alive and not ready', async () => {
    const late = await startLateDatabase(database.url)
    const port = await closedPort()
    const child = start({ ...env, DATABASE_URL: late.url, GATEWAY_PORT: String(port) })
    const ready = once(child, 'message')
    const url = `http://127.0.0.1:${port}`
    while (child.exitCode === null && !(await takesConnections(url))) await sleep(50)
    expect(child.exitCode).to.equal(null)
    const response = await fetch(`${url}/readyz`)
    expect(response.status).to.equal(503)
    expect(await response.json()).to.include({ status: 'unavailable', database: false })
    await late.arrive()
    expect((await ready)[0]).to.include({ type: 'ready' })
    expect(await untilReady(url)).to.include({ status: 'ready' })
    expect(await stop(child, url, 'SIGTERM')).to.deep.equal([0, null])
    late.close()
  })

  it('ends cleanly while it waits for the database', async () => {
    const late = await startLateDatabase(database.url)
    const port = await closedPort()
    const child = start({ ...env, DATABASE_URL: late.url, GATEWAY_PORT: String(port) })
    while (child.exitCode === null && !(await takesConnections(`http://127.0.0.1:${port}`))) await sleep(50)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exit).to.deep.equal([0, null])
  })

  it('ends at once at a second SIGTERM, whatever is in flight', async () => {
    const child = start(env)
    const [message] = await once(child, 'message')
    const { hostname, port } = new URL(message.url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    // A head that never ends keeps the connection from being idle.
    socket.write('POST /api/v1/posts HTTP/1.1\r\nHost: x\r\n')
    await once(socket, 'ready')
    child.kill('SIGTERM')
    while (await takesConnections(message.url)) await sleep(20)
    expect(child.exitCode).to.equal(null)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).to.deep.equal([1, null])
    socket.destroy()
  })

  it('ends after a drain when an error escapes, with one line that says so', async () => {
    const throwing = 'process.on("message", () => setImmediate(() => { throw new Error("escaped") }))'
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(throwing)}`, script],
      {
        env: { ...childEnv, ...env, LOG_LEVEL: 'info' },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      },
    )
    let log = ''
    child.stdout?.on('data', (chunk) => {
      log += chunk
    })
    await once(child, 'message')
    child.send('throw')
    expect(await once(child, 'close')).to.deep.equal([1, null])
    const lines: { level: string; message: string }[] = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.filter(({ level }) => level === 'fatal').map(({ message }) => message)).to.deep.equal([
      'unexpected error, ending the process',
    ])
    expect(lines.at(-1)).to.include({ message: 'gateway closed' })
  })

  it('ends itself when its event loop stands still', async () => {
    const blocking = 'process.on("message", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))'
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(blocking)}`, script],
      { env: { ...childEnv, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    )
    await once(child, 'message')
    child.send('block')
    expect(await once(child, 'exit')).to.deep.equal([null, 'SIGKILL'])
  })

  it('ends when its parent is gone', async () => {
    const child = start(env)
    await once(child, 'message')
    child.disconnect()
    expect(await once(child, 'exit')).to.deep.equal([0, null])
  })

  it('names the port that is taken', async () => {
    const { port, exit, logged } = await runOnTakenPort(script, (at) => ({
      ...env,
      LOG_LEVEL: 'info',
      GATEWAY_PORT: String(at),
    }))
    expect(exit).to.deep.equal([1, null])
    expect(logged).to.include({ level: 'fatal', port, message: 'port cannot be used, ending the process' })
  })

  it('names the setting that is missing', async () => {
    const child = start({ ...env, DATABASE_URL: '' })
    let printed = ''
    child.stderr?.on('data', (chunk) => {
      printed += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).to.equal(1)
    expect(printed).to.match(/^DATABASE_URL is not set\. .*\n$/)
  })
})
