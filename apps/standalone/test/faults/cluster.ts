import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@carillon/admin'
import { bundleApp } from '@carillon/bundler'
import { type Db, openDb, openPool } from '@carillon/database'
import { platforms } from '@carillon/domain'
import { createLogger } from '@carillon/log'
import { childEnv, ownPort } from '@carillon/testkit'
import { firstOrganization } from '../../src/first-organization.ts'
import { type Member, startMember } from './fleet.ts'
import { type NetworkRow, type Samples, sampleNames } from './networks.ts'
import { type CrashingPostgres, startCrashingPostgres } from './postgres.ts'
import { type Relay, startRelay } from './relay.ts'

export interface ClusterOptions {
  seed: number
  gateways: number
  workers: number
  networks: readonly NetworkRow[]
  /** Settings of the gateways and workers over those of the cluster. */
  env?: Record<string, string>
  /** The settings of one gateway or worker, made from those of all. */
  memberEnv?(env: Record<string, string | undefined>, name: string): Record<string, string | undefined>
  /** What runs as a worker; our own when left out. */
  workerScript?: string
  /** What runs as a gateway; our own when left out. */
  gatewayScript?: string
  /** Origins besides those of the sandbox that media may be fetched from. */
  mediaOrigins?: readonly string[]
  /** Keeps the directory with the logs. */
  keep?: boolean
  /** Starts the database in a folder; a server of its own that crashes and returns when left out. */
  startDatabase?(dir: string): Promise<CrashingPostgres>
}

// Responses are read field by field; an unexpected shape fails there.
// biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
export type Json = any

export interface ApiResponse {
  status: number
  body: Json
}

export interface Cluster {
  dir: string
  /** Settings of the gateways and workers. */
  env: Record<string, string | undefined>
  gateways: Member[]
  workers: Member[]
  sandboxUrl: string
  postgres: CrashingPostgres
  /** Between all of our processes and the database. */
  databaseRelay: Relay
  /** The database as it is, past the relay. */
  db: Db
  pool: ReturnType<typeof openPool>
  samples: Samples
  /** Calls the REST interface through whichever gateway lives. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>
  sandbox(method: string, path: string, body?: unknown): Promise<ApiResponse>
  /** Connects a user of a network to a new profile; returns the account's id. */
  connect(network: NetworkRow, user: NetworkRow['users'][number]): Promise<string>
  /** Connects an account again, as its user does once its connection has expired. */
  reconnect(accountId: string): Promise<void>
  /** One worker more, which dies at its first start where `firstEnv` says. */
  addWorker(firstEnv?: Record<string, string>): Promise<Member>
  close(): Promise<void>
}

interface CallOptions {
  headers?: Record<string, string>
  timeoutMs?: number
}

interface Connection {
  profileId: string
  network: NetworkRow
  user: NetworkRow['users'][number]
}

const here = import.meta.dirname
export const naiveWorkerMain = join(here, 'naive-worker.ts')
/** What runs as the sandbox. */
export const sandboxMain = fileURLToPath(new URL('./main.ts', import.meta.resolve('@carillon/sandbox')))

/** The reference server of this network takes far longer to start than all others together. */
const slowToStart = 'bluesky'
export const quickToStart = platforms.filter((platform) => platform !== slowToStart).join(',')

/** Sends JSON and reads JSON, once. */
export async function send(
  method: string,
  url: string,
  body: unknown,
  { headers = {}, timeoutMs = 60_000 }: CallOptions,
) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method, headers: { ...type, ...headers }, signal, ...json })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** The media of the sandbox that orders send. */
export async function loadSamples(sandboxUrl: string): Promise<Samples> {
  const held = new Map<string, { type: string; base64: string }>()
  for (const name of sampleNames) {
    const response = await fetch(`${sandboxUrl}/samples/${name}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    held.set(name, { type: String(response.headers.get('content-type')), base64: bytes.toString('base64') })
  }
  const get = (name: string) => held.get(name) ?? { type: '', base64: '' }
  return {
    snake: (name) => ({ content_type: get(name).type, base64: get(name).base64 }),
    url: (name) => `${sandboxUrl}/samples/${name}`,
    camel: (name) => ({ contentType: get(name).type, base64: get(name).base64 }),
  }
}

/** The origins of the sandbox and of its networks, from which media may be fetched. */
export function originsOf(sandboxUrl: string, environment: Record<string, string>): string {
  const urls = [sandboxUrl, ...Object.values(environment)].filter((value) => /^https?:/.test(value))
  return [...new Set(urls.map((url) => new URL(url).origin))].join(',')
}

/** Database, networks, gateways behind one address and workers: each a process of its own, the database behind a relay. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), 'carillon-faults-'))
  // As root, PostgreSQL runs as another user.
  await chmod(dir, 0o711)
  mkdirSync(join(dir, 'logs'))
  const logPath = (name: string) => join(dir, 'logs', `${name}.log`)
  const startDatabase = options.startDatabase ?? startCrashingPostgres
  const postgres = await startDatabase(join(dir, 'postgres'))
  const databaseRelay = await startRelay(() => [postgres.port()])
  const sandboxMember = await startMember({
    name: 'sandbox',
    script: sandboxMain,
    env: {
      ...childEnv,
      SANDBOX_PORT: '0',
      SANDBOX_SEED: String(options.seed),
      SANDBOX_NETWORKS: options.networks.some(({ platform }) => platform === slowToStart) ? '' : quickToStart,
    },
    logPath: logPath('sandbox'),
  })
  const { url: sandboxUrl, environment } = sandboxMember.ready() as { url: string; environment: Record<string, string> }

  const gateways: Member[] = []
  const ports = new Map<string, number>()
  // As a balancer with health checks: those that are down or frozen get nothing new.
  let turn = 0
  const balancer = await startRelay(() => {
    const live = gateways.filter((gateway) => gateway.pid() !== null && !frozen.has(gateway.name))
    const start = turn++ % Math.max(1, live.length)
    return [...live.slice(start), ...live.slice(0, start)].map(({ name }) => ports.get(name) ?? 0)
  })
  const frozen = new Set<string>()
  const publicUrl = `http://127.0.0.1:${balancer.port}`
  const databaseUrl = new URL(postgres.url)
  databaseUrl.port = String(databaseRelay.port)
  const env = {
    ...childEnv,
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl.href,
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    MEDIA_DIR: join(dir, 'media'),
    SPOOL_DIR: join(dir, 'spool'),
    PUBLIC_URL: publicUrl,
    MEDIA_ALLOWED_ORIGINS: [originsOf(sandboxUrl, environment), ...(options.mediaOrigins ?? [])].join(','),
    LOG_LEVEL: 'info',
    SETTLE_SCALE: '0.05',
    WORKER_CONCURRENCY: '8',
    REQUESTS_PER_MINUTE: '100000',
    PUBLISH_WAIT_MS: '20000',
    ...environment,
    ...options.env,
  }
  const log = createLogger({ name: 'faults', level: 'error', destination: process.stderr })
  await runCommand(['migrate'], { env, log })
  const { apiKey } = await firstOrganization(join(dir, 'organization.json'), env, [publicUrl])
  const workers: Member[] = []
  const memberEnv = options.memberEnv ?? ((common) => common)
  const startWorker = async (firstEnv: Record<string, string> = {}) => {
    const name = `worker-${workers.length}`
    const script = options.workerScript ?? (await bundleApp('worker'))
    const worker = await startMember({ name, script, env: memberEnv(env, name), firstEnv, logPath: logPath(name) })
    workers.push(worker)
    return worker
  }
  for (let index = 0; index < options.gateways; index++) {
    const name = `gateway-${index}`
    const port = await ownPort()
    ports.set(name, port)
    const gatewayEnv = { ...memberEnv(env, name), GATEWAY_PORT: String(port) }
    const script = options.gatewayScript ?? (await bundleApp('gateway'))
    const gateway = await startMember({ name, script, env: gatewayEnv, logPath: logPath(name) })
    const { freeze, thaw } = gateway
    gateways.push({
      ...gateway,
      freeze() {
        frozen.add(name)
        freeze()
      },
      thaw() {
        frozen.delete(name)
        thaw()
      },
    })
  }
  for (let index = 0; index < options.workers; index++) await startWorker()
  const pool = openPool({ url: postgres.url, log, max: 4 })
  pool.on('error', () => {})
  const call: Cluster['call'] = (method, path, body, callOptions = {}) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...callOptions.headers }
    return send(method, `${publicUrl}/api/v1${path}`, body, { ...callOptions, headers })
  }
  const sandbox: Cluster['sandbox'] = (method, path, body) => send(method, `${sandboxUrl}${path}`, body, {})
  const connections = new Map<string, Connection>()
  const authorize = async ({ profileId, network: { platform }, user: { as, body = {} } }: Connection) => {
    const path = `/profiles/${profileId}/connect`
    const started = await call('POST', path, { platform, ...body })
    if (started.status !== 201) throw new Error(`connect ${platform}: ${JSON.stringify(started.body)}`)
    const { authorizationUrl, connectionSessionId } = started.body
    const consent = await sandbox('POST', '/person/consent', { authorizationUrl, decision: 'approve', as })
    const session = await call('GET', `${path}/${connectionSessionId}`)
    if (session.body.status !== 'completed') {
      throw new Error(`connect ${platform}: ${JSON.stringify(session.body)} ${JSON.stringify(consent.body)}`)
    }
    return String(session.body.accountIds[0])
  }
  return {
    dir,
    env,
    gateways,
    workers,
    sandboxUrl,
    postgres,
    databaseRelay,
    db: openDb(pool),
    pool,
    samples: await loadSamples(sandboxUrl),
    call,
    sandbox,
    async connect(network, user) {
      // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
      await sandbox('GET', `/state/${network.platform}`)
      const profile = await call('POST', '/profiles', { name: `${user.as} ${randomBytes(4).toString('hex')}` })
      const connection = { profileId: profile.body.id, network, user }
      const accountId = await authorize(connection)
      connections.set(accountId, connection)
      return accountId
    },
    async reconnect(accountId) {
      const connection = connections.get(accountId)
      if (connection === undefined) throw new Error(`account ${accountId} was not connected here`)
      await authorize(connection)
    },
    addWorker: startWorker,
    async close() {
      await Promise.all([...workers, ...gateways].map((member) => member.stop()))
      await pool.end()
      await Promise.all([sandboxMember.stop(), databaseRelay.close(), balancer.close()])
      await postgres.stop()
      if (!options.keep) await rm(dir, { recursive: true, force: true })
    },
  }
}
