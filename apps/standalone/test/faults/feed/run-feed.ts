import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@carillon/log'
import { createContext, createKey, createOrganization, readConfig } from '@carillon/service'
import { type Cluster, startCluster } from '../cluster.ts'
import { type Member, startMember } from '../fleet.ts'
import { pick, seeded } from '../random.ts'
import { type Change, expectedOf, type FeedFaults, judgeFeed } from './check-feed.ts'
import { feedTables } from './feed-tables.ts'
import type { FollowedFeed } from './followed.ts'

export interface FeedOptions {
  seed: number
  /** Events whose changes are committed, at least. */
  events: number
  /** Writers and readers, and the processes that they are divided among. */
  writers: number
  writerProcesses: number
  readers: number
  readerProcesses: number
  organizations: number
  /** Processes of writers and gateways that are killed, backends that are terminated, crashes of the database. */
  kills: number
  terminations: number
  pgRestarts: number
  /** Milliseconds after which no more changes are made, however few there are. */
  maxMs: number
}

export interface FeedResult extends FeedFaults {
  /** Committed changes, and events that all readers saw together. */
  committed: number
  seen: number
  /** Responses to readers by status; `none` where a connection broke. */
  responses: Record<string, number>
  injected: Record<string, number>
  writeSeconds: number
  readSeconds: number
}

interface Key {
  organizationId: string
  apiKey: string
}

const objects = 200

async function createKeys(cluster: Cluster, count: number): Promise<Key[]> {
  const log = createLogger({ name: 'feed', level: 'error', destination: process.stderr })
  const context = await createContext(readConfig(cluster.env), { log, notified: false })
  try {
    const keys: Key[] = []
    for (let index = 0; index < count; index++) {
      const { organizationId } = await createOrganization(context, { name: `Feed ${index}` })
      const { apiKey } = await createKey(context, { organizationId })
      keys.push({ organizationId, apiKey })
    }
    return keys
  } finally {
    await context.close()
  }
}

interface ProcessOptions {
  name: 'feed-writer' | 'feed-reader'
  count: number
  env: Record<string, string>
}

function startProcesses(cluster: Cluster, { name, count, env }: ProcessOptions): Promise<Member[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      startMember({
        name: `${name}-${index}`,
        script: join(import.meta.dirname, `${name}.ts`),
        env: { ...cluster.env, ...env, FEED_SEED: `${Number(env['FEED_SEED']) + index}` },
        logPath: join(cluster.dir, 'logs', `${name}-${index}.log`),
      }),
    ),
  )
}

const terminateSome = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'carillon' and pid <> pg_backend_pid()
  order by random() limit 4`

/** Injects the faults of a run one after the other, spread over it; `progress` goes from 0 to 1. */
async function inject(cluster: Cluster, writers: Member[], options: FeedOptions, progress: () => number) {
  const random = seeded(options.seed)
  const faults: Record<string, { times: number; happen(): unknown }> = {
    writerKills: { times: options.kills, happen: () => pick(random, writers).kill() },
    gatewayKills: { times: Math.floor(options.kills / 2), happen: () => pick(random, cluster.gateways).kill() },
    workerKills: { times: Math.floor(options.kills / 2), happen: () => pick(random, cluster.workers).kill() },
    terminations: { times: options.terminations, happen: () => cluster.pool.query(terminateSome).catch(() => {}) },
    pgRestarts: { times: options.pgRestarts, happen: () => cluster.postgres.crash() },
  }
  const order = Object.entries(faults)
    .flatMap(([name, { times }]) => Array.from({ length: times }, () => ({ name, at: random() })))
    .toSorted((one, other) => one.at - other.at)
  const injected: Record<string, number> = {}
  for (const [index, { name }] of order.entries()) {
    while (progress() < (index + 0.5) / order.length) await sleep(20)
    await faults[name]?.happen()
    injected[name] = (injected[name] ?? 0) + 1
  }
  return injected
}

/** Waits until so many changes are committed; returns how many there were at the last look. */
function watchCommits(cluster: Cluster, { events, maxMs }: FeedOptions) {
  let committed = 0
  const began = performance.now()
  const isLate = () => performance.now() - began > maxMs
  const watching = (async () => {
    while (committed < events && !isLate()) {
      // The numbers have gaps where transactions were rolled back.
      const { rows } = await cluster.pool
        .query<{ count: number }>('select coalesce(max(number), 0)::int as count from fault_change')
        .catch(() => ({ rows: [] }))
      committed = rows[0]?.count ?? committed
      await sleep(100)
    }
  })()
  const share = () => Math.max(committed / events, (performance.now() - began) / maxMs)
  return { done: () => watching, progress: () => Math.min(1, share()) }
}

async function changesOf(cluster: Cluster, organizationId: string): Promise<Change[]> {
  const { rows } = await cluster.pool.query<Change>(
    `select object_id as "objectId", event_id as "eventId" from fault_change where organization_id = $1 order by number`,
    [organizationId],
  )
  return rows
}

interface Told {
  feeds: (FollowedFeed & { organizationId: string })[]
  responses: Record<string, number>
}

function isTold(message: Record<string, unknown>): message is Record<string, unknown> & Told {
  return Array.isArray(message['feeds'])
}

async function judge(cluster: Cluster, told: readonly Told[]) {
  const totals = { committed: 0, seen: 0, skipped: 0, twice: 0, disordered: 0 }
  const byOrganization = Map.groupBy(
    told.flatMap(({ feeds }) => feeds),
    ({ organizationId }) => organizationId,
  )
  for (const [organizationId, feeds] of byOrganization) {
    const changes = await changesOf(cluster, organizationId)
    const expected = expectedOf(changes)
    totals.committed += changes.length
    for (const feed of feeds) {
      const faults = judgeFeed(feed, expected)
      totals.seen += feed.events
      totals.skipped += faults.skipped
      totals.twice += faults.twice
      totals.disordered += faults.disordered
    }
  }
  const responses: Record<string, number> = {}
  for (const [status, count] of told.flatMap((one) => Object.entries(one.responses))) {
    responses[status] = (responses[status] ?? 0) + count
  }
  return { ...totals, responses }
}

/**
 * Changes are stored with their events while everything around fails, and readers follow the feeds through the API.
 * Then each reader has to have seen exactly what was committed, for each object in the order of its commits.
 */
export async function runFeed(options: FeedOptions): Promise<FeedResult> {
  const { seed, writers, writerProcesses, readers, readerProcesses } = options
  const env = { REQUESTS_PER_MINUTE: '10000000', LOG_LEVEL: 'error' }
  const cluster = await startCluster({ seed, gateways: 2, workers: 1, networks: [], env })
  const members: Member[] = []
  try {
    await cluster.pool.query(feedTables)
    const keys = await createKeys(cluster, options.organizations)
    const readEnv = {
      ...{ FEED_SEED: `${seed}`, FEED_KEYS: JSON.stringify(keys), FEED_READERS: `${readers / readerProcesses}` },
    }
    const reading = await startProcesses(cluster, { name: 'feed-reader', count: readerProcesses, env: readEnv })
    members.push(...reading)
    const writeEnv = {
      ...{ FEED_SEED: `${seed}`, FEED_WRITERS: `${writers / writerProcesses}`, FEED_OBJECTS: `${objects}` },
      FEED_ORGANIZATIONS: keys.map(({ organizationId }) => organizationId).join(','),
    }
    const began = performance.now()
    const writing = await startProcesses(cluster, { name: 'feed-writer', count: writerProcesses, env: writeEnv })
    members.push(...writing)
    const commits = watchCommits(cluster, options)
    const injected = await inject(cluster, writing, options, commits.progress)
    await commits.done()
    await Promise.all(writing.map((member) => member.stop()))
    const writeSeconds = (performance.now() - began) / 1_000
    await cluster.pool.query('update fault_run set is_over = true')
    const told = await Promise.all(reading.map((reader) => reader.nextMessage('done')))
    const readSeconds = (performance.now() - began) / 1_000 - writeSeconds
    return { ...(await judge(cluster, told.filter(isTold))), injected, writeSeconds, readSeconds }
  } finally {
    await Promise.all(members.map((member) => member.stop()))
    await cluster.close()
  }
}
