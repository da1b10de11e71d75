import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '../cluster.ts'
import { networksNamed } from '../networks.ts'
import { percentile } from '../recovery.ts'
import { attacks, type Scene } from './attacks.ts'
import { startDrip } from './drip.ts'
import { watchMemory } from './peak-memory.ts'
import { createTenant, type Tenant } from './tenant.ts'

/** What a tenant may notice at most of what another one does, and the memory that each process may use meanwhile. */
export const bars = { readMs: 250, publishMs: 5_000, memoryMiB: 430 } as const

export interface Noticed {
  attack: string
  reads: number
  readMs: number
  publishes: number
  /** Publishes with the response 201. */
  published: number
  publishMs: number
  /** Peaks of the gateway, the worker and their image processes. */
  memoryMiB: Record<string, number>
  /** Responses of 500 and above, and requests without a response. */
  failures: string[]
}

export interface NeighboursOptions {
  seed: number
  /** How long each attack lasts. */
  ms: number
  only?: readonly string[]
  report?(noticed: Noticed): void
}

interface Timed {
  ms: number
  status: number
  code: string
}

async function timed(work: Promise<{ status: number; body: { error?: { code?: string } } }>): Promise<Timed> {
  const begin = performance.now()
  const { status, body } = await work.catch((error: unknown) => ({
    status: 599,
    body: { error: { code: error instanceof Error ? error.message : 'no response' } },
  }))
  return { ms: performance.now() - begin, status, code: body?.error?.code ?? '' }
}

/** Lets the victim read and publish once a second for as long as the attack lasts. */
async function observe(
  victim: Tenant,
  accountId: string,
  { name, ms }: { name: string; ms: number },
): Promise<Omit<Noticed, 'memoryMiB'>> {
  const reads: Promise<Timed>[] = []
  const publishes: Promise<Timed>[] = []
  const end = performance.now() + ms
  for (let turn = 0; performance.now() < end; turn++) {
    const next = sleep(1_000)
    const body = JSON.stringify({ platform: 'bluesky', accountId, text: `${name} ${turn}` })
    reads.push(timed(victim.ask('GET', '/api/v1/profiles')))
    publishes.push(
      timed(victim.ask('POST', '/api/v1/posts', { body, headers: { 'content-type': 'application/json' } })),
    )
    await next
  }
  const [read, published] = await Promise.all([Promise.all(reads), Promise.all(publishes)])
  const p99 = (all: Timed[]) =>
    Math.round(
      percentile(
        all.map((one) => one.ms).toSorted((one, other) => one - other),
        0.99,
      ) ?? 0,
    )
  return {
    attack: name,
    reads: read.length,
    readMs: p99(read),
    publishes: published.length,
    published: published.filter(({ status }) => status === 201).length,
    publishMs: p99(published),
    failures: [...read, ...published]
      .filter(({ status }) => status >= 500)
      .map(({ status, code }) => `${status} ${code}`),
  }
}

async function prepare(cluster: Cluster, dripUrl: string) {
  const named = (platform: string) => {
    const [row] = networksNamed([platform])
    if (row === undefined) throw new Error(`the harness has no network ${platform}`)
    return row
  }
  const [bluesky, x, tiktok, instagram] = [named('bluesky'), named('x'), named('tiktok'), named('instagram')]
  const [victim, attacker] = await Promise.all([
    createTenant(cluster, 'Victim', '127.0.0.1'),
    createTenant(cluster, 'Attacker', '127.0.0.9'),
  ])
  const first = ({ users: [person] }: typeof x) => person ?? { as: '' }
  const tiktokAccounts: string[] = []
  for (let round = 0; round < 4; round++) {
    for (const person of tiktok.users) tiktokAccounts.push(await attacker.connect(tiktok, person))
  }
  const instagramAccounts: string[] = []
  for (const person of instagram.users) instagramAccounts.push(await attacker.connect(instagram, person))
  return {
    victim,
    account: await victim.connect(bluesky, first(bluesky)),
    scene: {
      url: attacker.url.href,
      address: attacker.address,
      authorization: attacker.authorization,
      xAccount: await attacker.connect(x, first(x)),
      instagramAccounts,
      tiktokAccounts,
      dripUrl,
    } satisfies Scene,
  }
}

/** Starts the process that attacks; returns once it is ready to what ends it. */
async function startAttack(cluster: Cluster, name: string, scene: Scene): Promise<() => Promise<void>> {
  const isHanging = name === 'hanging refreshes'
  if (isHanging) {
    const expired = `update credential set expires_at = now() - interval '1 minute' where account_id = any($1)`
    await cluster.sandbox('POST', '/faults', { network: 'tiktok', fault: 'accept-then-hang', times: 100_000 })
    await cluster.pool.query(expired, [scene.tiktokAccounts])
  }
  const child = fork(join(import.meta.dirname, 'attacker.ts'))
  const ready = once(child, 'message')
  child.send({ name, scene })
  await ready
  return async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    if (isHanging) await cluster.sandbox('DELETE', '/faults')
  }
}

function pidsOf({ gateways, workers }: Cluster): Record<string, number> {
  const members = [...gateways, ...workers].map((member) => [member.name, member.pid() ?? 0])
  return Object.fromEntries(members.filter(([, pid]) => pid !== 0))
}

/** One tenant against each attack of another, one after the other, with a pause in between. */
export async function runNeighbours({ seed, ms, only, report }: NeighboursOptions): Promise<Noticed[]> {
  const drip = await startDrip()
  const networks = networksNamed(undefined)
  const cluster = await startCluster({
    seed,
    gateways: 1,
    workers: 1,
    networks,
    mediaOrigins: [drip.url],
    env: { WORKER_CONCURRENCY: '16' },
  })
  try {
    const { victim, account, scene } = await prepare(cluster, drip.url)
    await observe(victim, account, { name: 'warm up', ms: Math.min(ms, 2_000) })
    const results: Noticed[] = []
    for (const name of Object.keys(attacks)) {
      if (only && !only.includes(name)) continue
      const peaks = watchMemory(pidsOf(cluster))
      const stop = await startAttack(cluster, name, scene)
      const seen = await observe(victim, account, { name, ms })
      await stop()
      const noticed = { ...seen, memoryMiB: peaks() }
      results.push(noticed)
      report?.(noticed)
      await sleep(Math.min(ms, 5_000))
    }
    return results
  } finally {
    await cluster.close()
    await drip.close()
  }
}

/** How many bars were missed. */
export function missed({ readMs, publishMs, memoryMiB, failures }: Noticed): number {
  const large = Object.values(memoryMiB).filter((peak) => peak > bars.memoryMiB)
  return Number(readMs > bars.readMs) + Number(publishMs > bars.publishMs) + large.length + failures.length
}
