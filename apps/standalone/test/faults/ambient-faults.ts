import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { startFaults } from './network-faults.ts'
import type { NetworkRow } from './networks.ts'
import { pick } from './random.ts'

/** Faults that recur for as long as customers publish. */
export interface Ambient {
  /** After so many ms, again and again, half of all access tokens expire; 0: never. */
  expireEveryMs: number
  /** One network after the other does not respond to any call for so many ms; 0: none. */
  hangMs: number
}

/** A time, by the clock of this machine, in which a network did not respond to any call. */
export interface Hang {
  platform: string
  from: number
  to: number
}

export interface AmbientFaults {
  /** Ends the faults. Returns when which network hung, and how many access tokens expired. */
  stop(): Promise<{ hangs: Hang[]; expiries: number }>
}

interface Options {
  ambient?: Ambient
  networks: readonly NetworkRow[]
  networkFaultScale: number
}

/** A network that hangs closes a connection after this time, as a load balancer in front of it would. */
const closedAfterMs = 30_000

const expireHalf = `update credential set expires_at = now() - interval '1 minute'
  where expires_at is not null and refreshing_since is null and random() < 0.5`

async function expireTokens(cluster: Cluster, everyMs: number, signal: AbortSignal): Promise<number> {
  let expiries = 0
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal }).catch(() => {})
    const { rowCount } = await cluster.pool.query(expireHalf).catch(() => ({ rowCount: 0 }))
    expiries += rowCount ?? 0
  }
  return expiries
}

async function hangNetwork(cluster: Cluster, network: NetworkRow, { hangMs, networkFaultScale, signal }: HangOptions) {
  const { platform } = network
  const clear = () => cluster.sandbox('DELETE', `/faults?network=${platform}`)
  await clear()
  const from = Date.now()
  await cluster.sandbox('POST', '/faults', { network: platform, fault: 'hang', delayMs: closedAfterMs })
  await sleep(hangMs, undefined, { signal }).catch(() => {})
  await clear()
  await startFaults(cluster, [network], networkFaultScale)
  return { platform, from, to: Date.now() }
}

interface HangOptions {
  hangMs: number
  networkFaultScale: number
  signal: AbortSignal
}

/** Starts the faults, which go on beside everything else until they are stopped. */
export function startAmbientFaults(cluster: Cluster, options: Options, random: () => number): AmbientFaults {
  const { ambient = { expireEveryMs: 0, hangMs: 0 }, networks, networkFaultScale } = options
  const { expireEveryMs, hangMs } = ambient
  const stopping = new AbortController()
  const { signal } = stopping
  const hangInTurn = async () => {
    const hangs: Hang[] = []
    while (!signal.aborted) {
      const rested = networks.filter(({ platform }) => platform !== hangs.at(-1)?.platform)
      const network = pick(random, rested.length > 0 ? rested : networks)
      hangs.push(await hangNetwork(cluster, network, { hangMs, networkFaultScale, signal }))
    }
    return hangs
  }
  const expiring = expireEveryMs > 0 ? expireTokens(cluster, expireEveryMs, signal) : 0
  const hanging = hangMs > 0 ? hangInTurn() : []
  return {
    async stop() {
      stopping.abort()
      return { hangs: await hanging, expiries: await expiring }
    },
  }
}
