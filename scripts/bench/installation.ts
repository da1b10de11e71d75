import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '@carillon/bundler'
import { migrate, replaceCredential, upsertAccount } from '@carillon/database'
import { limits, type Platform } from '@carillon/domain'
import { startPostgres } from '@carillon/embedded-postgres'
import { createLogger, type Logger } from '@carillon/log'
import { type Context, createContext, createKey, createOrganization, readConfig } from '@carillon/service'
import { nodeFlags } from '@carillon/standalone'
import pg from 'pg'
import { type BenchChild, startChild } from './child.ts'

/** What rows run in: a durable database with one organization, and processes over it on demand. */
export interface Installation {
  log: Logger
  context: Context
  databaseUrl: string
  /** The environment of gateways and workers here. */
  env: Record<string, string>
  apiKey: string
  profileId: string
  /** That many more keys of the organization, each as an Authorization header. */
  moreKeys(count: number): Promise<string[]>
  /** One more connected account, of the fake network unless another is named; returns its id. */
  connect(platform?: Platform, grant?: Partial<Granted>): Promise<string>
  /** Disconnects every account. */
  emptyProfile(): Promise<void>
  /**
   * Starts one of `process/`, by its name; it is ended with the row at the latest. Gateway and worker are bundles
   * unless `fromSources`, with which a module that is loaded before them can replace theirs.
   */
  start(name: ProcessName, env?: Record<string, string>, how?: { fromSources: boolean }): Promise<BenchChild>
  /** An empty database on the same server. */
  emptyDatabase(): Promise<string>
  /** Removes the files of uploads so far. */
  emptyMedia(): Promise<void>
  /** Ends the processes that a row has started. */
  endProcesses(): Promise<void>
  close(): Promise<void>
}

/** What an account was granted. */
interface Granted {
  scopes: string[]
  credentials: Record<string, string>
}

export type ProcessName =
  | 'ads-network'
  | 'bare'
  | 'bare-worker'
  | 'bluesky'
  | 'collector'
  | 'comments-network'
  | 'gateway'
  | 'load'
  | 'network'
  | 'peer'
  | 'receiver'
  | 'reports-network'
  | 'upload'
  | 'worker'

const bundles = join(import.meta.dirname, '../dist/bench')

/** The processes that rows start, with `env`. */
function processesOf(env: Record<string, string>): Pick<Installation, 'start' | 'endProcesses'> {
  let children: BenchChild[] = []
  return {
    async start(name, more = {}, { fromSources } = { fromSources: false }) {
      const script = join(import.meta.dirname, `process/${name}.ts`)
      // Our own processes as they are run; what they are held against as anybody would run it.
      const isOwn = name === 'gateway' || name === 'worker'
      const main = isOwn && !fromSources ? await bundle({ main: script, outdir: join(bundles, name) }) : script
      const child = await startChild(main, { env: { ...env, ...more }, nodeOptions: isOwn ? nodeFlags[name] : [] })
      children.push(child)
      return child
    },
    async endProcesses() {
      const running = children
      children = []
      await Promise.all(running.map((child) => child.stop()))
    },
  }
}

async function emptyFolder(dir: string): Promise<void> {
  const names = await readdir(dir)
  await Promise.all(names.map((name) => rm(join(dir, name), { force: true })))
}

export async function openInstallation(): Promise<Installation> {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-bench-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const log = createLogger({ name: 'bench', level: 'error', destination: process.stderr })
  await migrate({ url: postgres.url, log })
  const env = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    MEDIA_DIR: join(dir, 'media'),
    SPOOL_DIR: join(dir, 'spool'),
    GATEWAY_PORT: '0',
    REQUESTS_PER_MINUTE: '10000000',
  }
  mkdirSync(env.MEDIA_DIR, { recursive: true })
  const context = await createContext(readConfig(env), { log })
  const { organizationId, defaultProfileId: profileId } = await createOrganization(context, { name: 'Bench' })
  const { apiKey } = await createKey(context, { organizationId })
  const { start, endProcesses } = processesOf(env)

  return {
    log,
    context,
    databaseUrl: postgres.url,
    env,
    apiKey,
    profileId,
    moreKeys: (count) => moreKeys(context, organizationId, count),
    connect: (platform = 'bluesky', grant = {}) => connect(context, { organizationId, profileId, platform, ...grant }),
    async emptyProfile() {
      await context.pool.query('delete from account where organization_id = $1', [organizationId])
    },
    start,
    async emptyDatabase() {
      const name = `bench_${randomBytes(4).toString('hex')}`
      await context.pool.query(`create database ${pg.escapeIdentifier(name)}`)
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      return url.href
    },
    emptyMedia: () => emptyFolder(env.MEDIA_DIR),
    endProcesses,
    async close() {
      await endProcesses()
      await context.close()
      await postgres.stop()
      rmSync(postgres.dir, { recursive: true, force: true })
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * More keys than an organization may have: they are created for others, at most as many for each as it may have, and
 * then given to this one.
 */
async function moreKeys(context: Context, organizationId: string, count: number): Promise<string[]> {
  const keys: string[] = []
  while (keys.length < count) {
    const { organizationId: other } = await createOrganization(context, { name: 'Keys' })
    const length = Math.min(limits.keysPerOrganization, count - keys.length)
    const created = await Promise.all(Array.from({ length }, () => createKey(context, { organizationId: other })))
    keys.push(...created.map(({ apiKey }) => `Bearer ${apiKey}`))
    await context.pool.query('update api_key set organization_id = $1 where organization_id = $2', [
      organizationId,
      other,
    ])
  }
  return keys
}

async function connect(
  context: Context,
  owner: { organizationId: string; profileId: string; platform: Platform } & Partial<Granted>,
): Promise<string> {
  const now = context.now()
  const id = await upsertAccount(context.db, {
    id: randomUUIDv7(),
    organizationId: owner.organizationId,
    profileId: owner.profileId,
    platform: owner.platform,
    providerId: `person-${randomUUIDv7()}`,
    displayIdentifier: 'person',
    displayName: 'Person',
    avatarUrl: null,
    authMethod: null,
    status: 'connected',
    scopes: owner.scopes ?? [],
    missingScopes: [],
    connectedAt: now,
    updatedAt: now,
  })
  const credentials = owner.credentials ?? { accessToken: randomBytes(32).toString('hex') }
  const ciphertext = context.encryption.encrypt({ table: 'credential', row: id, column: 'sealed' }, credentials)
  await replaceCredential(context.db, { accountId: id, ciphertext, expiresAt: null, refreshedAt: now })
  return id
}
