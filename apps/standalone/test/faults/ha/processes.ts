import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const script = join(import.meta.dirname, '../../../../../infra/ha/processes.sh')

export interface ProcessesOptions {
  /** The folder of the data and logs; PostgreSQL's user has to be able to enter it. */
  dir: string
  /** The first three numbers of loopback IP addresses that nothing else uses, such as `127.77.0`. */
  network: string
  /** Settings of the gateways and workers. */
  env: Readonly<Record<string, string | undefined>>
  /** The folder of the Carillon that runs first; this one when left out. */
  carillon?: string
}

/** The set-up of infra/ha as processes of this machine. */
export interface Processes {
  /** DATABASE_URL and the other settings that the gateways and workers have besides those given. */
  settings: Readonly<Record<string, string>>
  publicUrl: string
  /** Host and port of both gateways. */
  gateways: readonly [string, string]
  /** The URL at which a host responds to `/readyz`. */
  readyUrl(host: string): string
  /** Kills all processes of the primary's host; returns the name of the host. */
  killPrimary(): Promise<string>
  /** Starts the hosts again that were killed. */
  startDead(): Promise<void>
  /** Ends a gateway or worker as an upgrade does; it is started again. */
  restart(host: string): Promise<void>
  /** Runs the migrations of the Carillon in a folder. */
  migrate(folder: string): Promise<void>
  /** Restarts a gateway or worker with the Carillon in a folder. */
  upgrade(host: string, folder: string): Promise<void>
  /** The folder whose Carillon a gateway or worker runs. */
  versionOf(host: string): Promise<string>
  /** Whether a standby exists that has every commit. */
  isSynchronous(): Promise<boolean>
  stop(): Promise<void>
}

/** The programs of the set-up that this machine lacks. */
export function missingPrograms(): string[] {
  const { stdout } = spawnSync(script, ['check'], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean)
}

/** Starts the database, or the database with two gateways and two workers. */
export async function startProcesses(options: ProcessesOptions, part?: 'database'): Promise<Processes> {
  const { dir, network } = options
  const env = { ...options.env, HA_DIR: dir, HA_NETWORK: network, HA_CARILLON: options.carillon }
  const run = async (...words: string[]) =>
    (await promisify(execFile)(script, words, { env, timeout: 300_000, maxBuffer: 2 ** 24 })).stdout.trim()
  const stop = async () => void (await run('down'))
  await run('up', ...(part ? [part] : [])).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const lines = (await run('environment')).split('\n')
  const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  const gateways = [`${network}.41:8080`, `${network}.42:8080`] as const
  const hosts: Readonly<Record<string, string>> = {
    'gateway-a': gateways[0],
    'gateway-b': gateways[1],
    'worker-a': `${network}.51:8081`,
    'worker-b': `${network}.52:8081`,
  }
  return {
    settings,
    publicUrl: `http://${network}.31:8080`,
    gateways,
    readyUrl: (host) => `http://${hosts[host]}/readyz`,
    killPrimary: () => run('kill', 'primary'),
    startDead: async () => void (await run('start', 'dead')),
    restart: async (host) => void (await run('restart', host)),
    migrate: async (folder) => void (await run('migrate', folder)),
    upgrade: async (host, folder) => void (await run('upgrade', host, folder)),
    versionOf: (host) => run('version', host),
    async isSynchronous() {
      const urls = ['21', '22'].map((host) => `http://${network}.${host}:8008/synchronous`)
      const found = await Promise.all(urls.map((url) => responds(url)))
      return found.includes(true)
    },
    stop,
  }
}

/** Whether a GET is responded to with 200 within two seconds. */
export async function responds(url: string): Promise<boolean> {
  return await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status === 200
    },
    () => false,
  )
}
