import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@carillon/log'
import { createContext, queueJob, readConfig } from '@carillon/service'
import { childEnv, closedPort, freshDatabase, runOnTakenPort, startLateDatabase, untilReady } from '@carillon/testkit'
import { expect } from 'chai'

const script = join(import.meta.dirname, '../src/main.ts')

describe('the process of a worker', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let dir: string
  let env: Record<string, string>
  before(async () => {
    ;[fresh, dir] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'carillon-worker-'))])
    env = {
      DATABASE_URL: fresh.url,
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
      MEDIA_DIR: dir,
      SPOOL_DIR: dir,
      LOG_LEVEL: 'silent',
    }
  })
  after(async () => {
    await fresh.drop()
    await rm(dir, { recursive: true, force: true })
  })

  const start = (more: Record<string, string | undefined> = {}): ChildProcess =>
    spawn(process.execPath, [script], {
      env: { ...childEnv, ...env, ...more },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })

  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    it(`tells where its health is, and ends cleanly at ${signal}`, async () => {
      const child = start({ WORKER_PORT: '0' })
      const [message] = await once(child, 'message')
      expect(message).to.have.property('type', 'ready')
      expect(await untilReady(message.url)).to.include({ status: 'ready', phase: 'working' })
      child.kill(signal)
      expect(await once(child, 'exit')).to.deep.equal([0, null])
    })
  }

  it('names the port that is taken', async () => {
    const { port, exit, logged } = await runOnTakenPort(script, (at) => ({
      ...env,
      LOG_LEVEL: 'info',
      WORKER_PORT: String(at),
    }))
    expect(exit).to.deep.equal([1, null])
    expect(logged).to.include({ level: 'fatal', port, message: 'port cannot be used, ending the process' })
  })

  it('waits for a database that is not there yet, alive and not ready', async () => {
    const database = await startLateDatabase(fresh.url)
    const healthPort = await closedPort()
    const child = start({ DATABASE_URL: database.url, WORKER_PORT: String(healthPort) })
    const at = `http://127.0.0.1:${healthPort}/readyz`
    let state: unknown
    while (state === undefined) {
      state = await fetch(at).then(
        (response) => response.json(),
        () => undefined,
      )
    }
    expect(state).to.deep.equal({
      status: 'unavailable',
      database: false,
      migrations: false,
      queue: false,
      phase: 'starting',
    })
    const ready = once(child, 'message')
    await database.arrive()
    expect(await ready).to.have.nested.property('[0].type', 'ready')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).to.deep.equal([0, null])
    database.close()
  })

  it('ends after a drain when an error escapes from a job, with one line that names the job', async () => {
    const id = randomUUID()
    const context = await createContext(readConfig({ ...env }), {
      log: createLogger({ name: 'test', level: 'silent' }),
    })
    const preload = ['--import', join(import.meta.dirname, 'escape-from-job.ts'), script]
    const child = spawn(process.execPath, preload, {
      env: { ...childEnv, ...env, LOG_LEVEL: 'info', ESCAPE_AT: id },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    let log = ''
    child.stdout?.on('data', (chunk) => {
      log += chunk
    })
    await once(child, 'message')
    const closed = once(child, 'close')
    await queueJob(context.db, 'webhook.normalize', { id })
    expect(await closed).to.deep.equal([1, null])
    await context.close()
    const lines = log
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
    const [fatal, ...others] = lines.filter(({ level }) => level === 'fatal')
    expect(others).to.deep.equal([])
    expect(fatal).to.include({ message: 'unexpected error, ending the process', task: 'webhook.normalize' })
    expect(fatal).to.have.property('jobId').that.matches(/^\d+$/)
    expect(lines.at(-1)).to.include({ message: 'worker closed' })
  })

  it('yields the processor to a gateway on the same machine, unless it is told otherwise', async () => {
    const settings = [{ WORKER_NICENESS: undefined }, { WORKER_NICENESS: '5' }, { WORKER_NICENESS: '0' }]
    const own = getPriority()
    const found: number[] = []
    for (const setting of settings) {
      const child = start(setting)
      await once(child, 'message')
      found.push(getPriority(child.pid))
      child.disconnect()
      await once(child, 'exit')
    }
    // Tests may have been started with a low priority themselves.
    expect(found).to.deep.equal([10, 5, 0].map((niceness) => Math.max(own, niceness)))
  })

  it('listens nowhere unless it is told to', async () => {
    const child = start()
    const [message] = await once(child, 'message')
    expect(message).to.deep.equal({ type: 'ready' })
    child.disconnect()
    expect(await once(child, 'exit')).to.deep.equal([0, null])
  })
})
