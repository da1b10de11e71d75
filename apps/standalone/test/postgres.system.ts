import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { childEnv } from '@carillon/testkit'
import { expect } from 'chai'
import { anyPort } from '../src/free-port.ts'
import { type Standalone, startStandalone } from '../src/standalone.ts'

const log = createLogger({ name: 'test', level: 'silent' })

/** The process of a server: the parent of the process that serves a connection. */
async function serverOf(url: string): Promise<number> {
  const pool = openPool({ url, log, max: 1 })
  try {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(rows[0]?.pid)], { encoding: 'utf8' }).stdout)
  } finally {
    await pool.end()
  }
}

async function until<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask().catch(() => undefined)
    if (value !== undefined && holds(value)) return value
    await sleep(50)
  }
}

describe('npm start with a PostgreSQL of its own', function () {
  this.timeout(600_000)
  let dir: string
  let standalone: Standalone

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-start-'))
    // Nothing listens at the proxy; what is empty is not set.
    const proxy = 'http://127.0.0.1:9'
    const machine = { HTTP_PROXY: proxy, https_proxy: proxy, NODE_USE_ENV_PROXY: '1', NO_PROXY: 'internal' }
    const empty = { MEDIA_ALLOWED_ORIGINS: '', FACEBOOK_CLIENT_ID: ' ', BLUESKY_HOST_PLC: '', MEDIA_DIR: '' }
    const env = { ...process.env, ...childEnv, ...machine, ...empty, LOG_LEVEL: 'silent' }
    standalone = await startStandalone({
      dataDir: dir,
      databaseUrl: undefined,
      gatewayPort: anyPort,
      sandboxPort: anyPort,
      env,
    })
  })
  after(async () => {
    const stopped = standalone.stop()
    // The gateway, whose readiness was read, serves on until it is read again, or until its process has ended.
    const readiness = () =>
      fetch(`${standalone.report().gatewayUrl}/readyz`).then(
        ({ status }) => status,
        () => 503,
      )
    await until(readiness, (status) => status === 503)
    await stopped
    await rm(dir, { recursive: true, force: true })
  })

  it('keeps the whole database under the data directory', () => {
    expect(existsSync(join(dir, 'postgres-18/data/PG_VERSION'))).to.equal(true)
  })

  it('calls the sandbox whatever proxy the environment has, also for settings that are empty there', async () => {
    const { sandboxUrl } = standalone.report()
    const settings = JSON.parse(await readFile(join(dir, 'environment.json'), 'utf8'))
    expect(settings).to.have.property('MEDIA_ALLOWED_ORIGINS').that.contains(sandboxUrl)
    expect(settings).to.have.property('FACEBOOK_CLIENT_ID').that.matches(/\S/)
    expect(settings).to.have.property('MEDIA_DIR', join(dir, 'media'))
    expect(settings)
      .to.have.property('BLUESKY_HOST_PLC')
      .that.matches(/^http:/)
    // Bluesky's server registers its users in its directory.
    expect(await fetch(`${sandboxUrl}/state/bluesky`)).to.have.property('status', 200)
  })

  it('starts the server again when it is killed, and everything goes on over the same data', async () => {
    const { gatewayUrl, databaseUrl, apiKey, pids } = standalone.report()
    const { worker } = pids
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const create = (name: string) =>
      fetch(`${gatewayUrl}/api/v1/profiles`, { method: 'POST', headers, body: JSON.stringify({ name }) })
    expect((await create('before')).status).to.equal(201)
    const server = await serverOf(databaseUrl)

    process.kill(server, 'SIGKILL')

    // Processes of the server that was killed may serve their connections for a moment.
    await until(
      () => serverOf(databaseUrl),
      (pid) => pid !== server,
    )
    await until(
      () => fetch(`${gatewayUrl}/readyz`),
      ({ status }) => status === 200,
    )
    await until(
      () => create('after'),
      ({ status }) => status === 201,
    )
    // The worker lost its hold on the queue: it ends, and another one takes its place.
    await until(
      async () => standalone.report().pids.worker,
      (pid) => pid !== worker,
    )
    const list = await fetch(`${gatewayUrl}/api/v1/profiles`, { headers })
    const { profiles } = (await list.json()) as { profiles: { name: string }[] }
    expect(profiles.map(({ name }) => name)).to.include.members(['before', 'after'])
  })
})
