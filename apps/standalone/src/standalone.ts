import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appMain } from './app-main.ts'
import { type Child, superviseChild } from './child.ts'
import { openDataDir } from './data-dir.ts'
import { resolvePort, type WantedPort } from './free-port.ts'
import { givenEnv } from './given-env.ts'
import { migrate } from './migrate.ts'
import { bundledEnv } from './node-flags.ts'
import { type SupervisedPostgres, supervisePostgres } from './postgres.ts'
import { type EncryptionKeys, keptEncryptionKeys, storeNewKeys } from './secrets.ts'
import { explained } from './start-error.ts'
import { writeWhole } from './write-whole.ts'

type Env = Record<string, string | undefined>

export interface StandaloneOptions {
  dataDir: string
  /** The URL of a PostgreSQL database; undefined to run an embedded server. */
  databaseUrl: string | undefined
  gatewayPort: WantedPort
  sandboxPort: WantedPort
  env: Env
}

/**
 * The processes that were started, with their URLs and ids, and the first API key. Also written to `standalone.json`
 * when gateway and worker are ready, and again when a process was restarted, as `pids` then changes.
 */
interface Report {
  gatewayUrl: string
  sandboxUrl: string
  dashboardUrl: string
  apiKey: string
  organizationId: string
  databaseUrl: string
  pids: { gateway: number; worker: number; sandbox: number }
}

interface SlowNetwork {
  network: string
  /** The network's display name. */
  title: string
}

export interface Standalone {
  report(): Report
  /** Networks whose sandbox servers start with the first call that needs them. */
  startsOnFirstUse: SlowNetwork[]
  /** Whether no earlier start has stored the organization of this database in the data directory. */
  isFirstStart: boolean
  stop(): Promise<void>
}

const sandboxMain = (): string => fileURLToPath(new URL('./main.ts', import.meta.resolve('@carillon/sandbox')))

/**
 * Starts a whole installation on this machine: database, migrations, sandbox, gateway and worker. Processes that die
 * are restarted. Resolves when gateway and worker are ready.
 * @throws StartError if the data directory or a port that was set is in use, the data directory cannot be written, its
 *   encryption keys are missing, a setting is invalid, or the database does not start or cannot be used; Error if a
 *   process does not start or a migration fails
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { dataDir } = options
  const release = openDataDir(dataDir)
  const reportPath = join(dataDir, 'standalone.json')
  rmSync(reportPath, { force: true })
  const running: Running = { children: [], postgres: undefined, dataDir, release }
  try {
    return await startChildren({ options: { ...options, env: givenEnv(options.env) }, running, reportPath })
  } catch (error) {
    await stopAll(running)
    throw explained(error, dataDir)
  }
}

interface Running {
  children: Child[]
  postgres: SupervisedPostgres | undefined
  dataDir: string
  /** Releases the data directory. */
  release(): void
}

interface Parts {
  options: StandaloneOptions
  running: Running
  reportPath: string
}

/** The message of the sandbox when it is ready. */
interface SandboxSettings {
  url: string
  environment: Record<string, string>
  startsOnFirstUse: SlowNetwork[]
}

function isSettings(ready: object): ready is SandboxSettings {
  return 'url' in ready && 'environment' in ready && 'startsOnFirstUse' in ready
}

/** Returns the encryption keys of the data directory; null if the environment has some. */
function ownEncryptionKeys({ dataDir, env }: StandaloneOptions): EncryptionKeys | null {
  const names = ['ENCRYPTION_KEYS', 'SEAL_KEYS'].flatMap((name) => [name, `${name}_FILE`])
  return names.some((name) => env[name]) ? null : keptEncryptionKeys(dataDir)
}

interface Base {
  options: StandaloneOptions
  databaseUrl: string
  gatewayPort: number
  keys: EncryptionKeys | null
}

/** Returns the settings of Carillon's processes, before the sandbox has reported its networks' URLs. */
function baseEnv({ options: { dataDir, env }, databaseUrl, gatewayPort, keys }: Base): Env {
  return {
    ...env,
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: undefined,
    ...(keys && { ENCRYPTION_KEYS: keys.value }),
    PUBLIC_URL: env['PUBLIC_URL'] || gatewayUrlOf(gatewayPort),
    HOST: '127.0.0.1',
    GATEWAY_PORT: String(gatewayPort),
    MEDIA_DIR: env['MEDIA_DIR'] || join(dataDir, 'media'),
    SPOOL_DIR: env['SPOOL_DIR'] || join(dataDir, 'spool'),
    LOG_LEVEL: env['LOG_LEVEL'] || 'warn',
  }
}

const gatewayUrlOf = (port: number): string => `http://127.0.0.1:${port}`

const sandboxEnv = ({ dataDir, env }: StandaloneOptions, port: number, gatewayUrl: string): Env => ({
  ...env,
  HOST: '127.0.0.1',
  SANDBOX_PORT: String(port),
  SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
  SANDBOX_GATEWAY_URL: gatewayUrl,
  TMPDIR: emptyTmp(dataDir),
})

/** Reads the message of the sandbox when it is ready. */
function settingsOf(ready: object): SandboxSettings {
  if (!isSettings(ready)) throw new Error('the sandbox did not report its URL and settings')
  return ready
}

/** Returns the settings of gateway and worker for this sandbox. */
const withSandbox = ({ url, environment }: SandboxSettings, base: Env): Env => ({
  WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*,http://localhost:*',
  MEDIA_ALLOWED_ORIGINS: originsOf([url, ...Object.values(environment)]),
  SANDBOX_URL: url,
  ...environment,
  ...base,
})

async function startChildren({ options, running, reportPath }: Parts): Promise<Standalone> {
  const { dataDir, env } = options
  const pids = { gateway: 0, worker: 0, sandbox: 0 }
  let report: Report | undefined
  const child = (name: keyof typeof pids, script: string, childEnv: Env) => {
    const onStart = (pid: number) => {
      pids[name] = pid
      if (report) writeWhole(reportPath, report)
    }
    const started = superviseChild({ name, script, env: childEnv, quiet: name === 'sandbox', onStart })
    running.children.push(started)
    return started.ready
  }
  // At once, so that two free ones differ.
  const ports = await Promise.all([resolvePort(options.gatewayPort), resolvePort(options.sandboxPort)])
  const [gatewayPort, sandboxPort] = ports
  const gatewayUrl = gatewayUrlOf(gatewayPort)
  const sandbox = child('sandbox', sandboxMain(), sandboxEnv(options, sandboxPort, gatewayUrl))
  const bundles = Promise.all([appMain('gateway'), appMain('worker')])
  // They may fail while the database is still starting, and are awaited after that.
  for (const started of [sandbox, bundles]) started.catch(() => {})
  // Loaded while the sandbox is starting, not before.
  const service = import('./first-organization.ts')
  if (!options.databaseUrl) running.postgres = await supervisePostgres(join(dataDir, 'postgres-18'))
  const databaseUrl = options.databaseUrl ?? running.postgres?.url ?? ''
  const keys = ownEncryptionKeys(options)
  const base = baseEnv({ options, databaseUrl, gatewayPort, keys })
  const { firstOrganization } = await service
  await migrate(base)
  if (keys?.areNew) await storeNewKeys({ dir: dataDir, value: keys.value, env: base })
  const settings = settingsOf(await sandbox)
  const { url: sandboxUrl, startsOnFirstUse } = settings
  const full = withSandbox(settings, base)
  writeWhole(join(dataDir, 'environment.json'), pick(full, env))
  const isFirstStart = !existsSync(keptAs(options))
  const [gatewayMain, workerMain] = await bundles
  const { MALLOC_ARENA_MAX = bundledEnv.MALLOC_ARENA_MAX } = env
  const appEnv = { ...full, ...bundledEnv, MALLOC_ARENA_MAX }
  const [{ apiKey, organizationId }] = await Promise.all([
    firstOrganization(keptAs(options), full, [gatewayUrl, sandboxUrl]),
    child('gateway', gatewayMain, appEnv),
    child('worker', workerMain, appEnv),
  ])
  const dashboardUrl = `${gatewayUrl}/dashboard`
  const written = { gatewayUrl, sandboxUrl, dashboardUrl, apiKey, organizationId, databaseUrl, pids }
  report = written
  writeWhole(reportPath, written)
  return { report: () => written, startsOnFirstUse, isFirstStart, stop: () => stopAll(running) }
}

/** Creates an empty folder under the data directory for the temporary files of the sandbox's servers. */
function emptyTmp(dataDir: string): string {
  const dir = join(dataDir, 'sandbox-tmp')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { mode: 0o700 })
  return dir
}

/** Returns the file in which the organization is stored. Each database has its own. */
function keptAs({ dataDir, databaseUrl }: StandaloneOptions): string {
  const which = databaseUrl ? `-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 12)}` : ''
  return join(dataDir, `organization${which}.json`)
}

/** Returns the origins of URLs as a comma-separated list, for `MEDIA_ALLOWED_ORIGINS`. */
function originsOf(values: string[]): string {
  const origins = values.filter((value) => URL.canParse(value)).map((value) => new URL(value).origin)
  return [...new Set(origins.filter((origin) => origin !== 'null'))].join(',')
}

/**
 * Returns the settings that were added to the caller's environment, and the database URL, for the operator's commands.
 */
function pick(full: Env, env: Env): Env {
  const isAdded = ([name, value]: [string, string | undefined]) => name === 'DATABASE_URL' || env[name] !== value
  return Object.fromEntries(Object.entries(full).filter(isAdded))
}

async function stopAll({ children, postgres, dataDir, release }: Running): Promise<void> {
  await Promise.all(children.map((child) => child.stop()))
  await postgres?.stop()
  rmSync(join(dataDir, 'standalone.json'), { force: true })
  release()
}
