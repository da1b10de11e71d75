import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { childEnv } from '@carillon/testkit'
import { firstOrganization } from '../../../src/first-organization.ts'
import { type Cluster, loadSamples, originsOf, quickToStart, sandboxMain, send } from '../cluster.ts'
import { startMember } from '../fleet.ts'
import type { NetworkRow } from '../networks.ts'
import type { ProxyName } from '../proxies/configurations.ts'
import { startProxy } from '../proxies/start-proxy.ts'
import { startRelay } from '../relay.ts'
import { type Processes, startProcesses } from './processes.ts'

/** The networks of such a run: the reference server of Bluesky takes far longer to start than all others together. */
export function reachable(networks: readonly NetworkRow[]): NetworkRow[] {
  return networks.filter(({ platform }) => quickToStart.split(',').includes(platform))
}

/** An installation on infra/ha, with the sandbox in place of the networks. */
export interface HaCluster
  extends Pick<Cluster, 'dir' | 'pool' | 'samples' | 'call' | 'sandbox' | 'connect' | 'close'> {
  processes: Processes
}

export interface HaOptions {
  seed: number
  networks: readonly NetworkRow[]
  keep?: boolean
  /** Puts the Carillon that runs first into a folder of the run; the working tree's when left out. */
  install?(dir: string): Promise<string>
  /** The proxy through which clients call the API; HAProxy of the set-up when left out, which networks always use. */
  proxy?: ProxyName
}

/** A part of the loopback network for this run, so that several runs do not meet. */
const loopback = () => `127.${100 + (process.pid % 100)}.${randomBytes(1).readUInt8()}`

/** Another IP address of HAProxy. Networks take a URL without https for this one only. */
async function startEntrance(network: string) {
  const { port, close } = await startRelay(() => [8080], `${network}.31`)
  return { url: `http://127.0.0.1:${port}`, close }
}

async function startSandbox(dir: string, { seed }: HaOptions) {
  const env = { ...childEnv, SANDBOX_PORT: '0', SANDBOX_SEED: String(seed), SANDBOX_NETWORKS: quickToStart }
  return await startMember({ name: 'sandbox', script: sandboxMain, env, logPath: join(dir, 'sandbox.log') })
}

export async function startHaCluster(options: HaOptions): Promise<HaCluster> {
  const dir = mkdtempSync(join(tmpdir(), 'carillon-ha-'))
  chmodSync(dir, 0o755)
  const carillon = await options.install?.(dir)
  const sandboxMember = await startSandbox(dir, options)
  const { url, environment } = sandboxMember.ready() as { url: string; environment: Record<string, string> }
  const network = loopback()
  const entrance = await startEntrance(network)
  const env = {
    ...childEnv,
    PUBLIC_URL: entrance.url,
    MEDIA_ALLOWED_ORIGINS: originsOf(url, environment),
    SETTLE_SCALE: '0.05',
    REQUESTS_PER_MINUTE: '100000',
    PUBLISH_WAIT_MS: '20000',
    ...environment,
  }
  const processes = await startProcesses({ dir, network, env, ...(carillon !== undefined && { carillon }) })
  const { settings, publicUrl, gateways } = processes
  const stopped = async (error: unknown): Promise<never> => {
    await processes.stop()
    throw error
  }
  const proxy = options.proxy && (await startProxy(options.proxy, { dir, gateways }).catch(stopped))
  const apiUrl = `${proxy?.url ?? publicUrl}/api/v1`
  const log = createLogger({ name: 'faults', level: 'silent', destination: process.stderr })
  const organization = await firstOrganization(join(dir, 'organization.json'), { ...env, ...settings }, [entrance.url])
  const pool = openPool({ url: String(settings['DATABASE_SESSION_URL']), log, max: 4 })
  // Connections end when the primary does.
  pool.on('error', () => {})
  const call: Cluster['call'] = (method, path, body, more = {}) => {
    const headers = { authorization: `Bearer ${organization.apiKey}`, ...more.headers }
    return send(method, `${apiUrl}${path}`, body, { ...more, headers })
  }
  const sandbox: Cluster['sandbox'] = (method, path, body) => send(method, `${url}${path}`, body, {})
  return {
    dir,
    processes,
    pool,
    samples: await loadSamples(url),
    call,
    sandbox,
    async connect({ platform }, { as, body = {} }) {
      const profile = await call('POST', '/profiles', { name: as })
      const path = `/profiles/${profile.body.id}/connect`
      const started = await call('POST', path, { platform, ...body })
      if (started.status !== 201) throw new Error(`connect ${platform}: ${JSON.stringify(started.body)}`)
      const { authorizationUrl, connectionSessionId } = started.body
      const consent = await sandbox('POST', '/person/consent', { authorizationUrl, decision: 'approve', as })
      const session = await call('GET', `${path}/${connectionSessionId}`)
      if (session.body.status !== 'completed') {
        throw new Error(`connect ${platform}: ${JSON.stringify(session.body)} after ${JSON.stringify(consent.body)}`)
      }
      return String(session.body.accountIds[0])
    },
    async close() {
      await proxy?.close()
      await processes.stop()
      await pool.end()
      await entrance.close()
      await sandboxMember.stop()
      if (!options.keep) rmSync(dir, { recursive: true, force: true })
    },
  }
}
