import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from './cluster.ts'
import { type Member, startMember } from './fleet.ts'
import type { NetworkRow } from './networks.ts'

export interface RaceOptions {
  seed: number
  processes: number
  accounts: number
  ms: number
  /** Crashes of the database, spread over the race. */
  pgRestarts: number
  networks: readonly NetworkRow[]
}

export interface RaceResult {
  /** Responses of the networks to refreshes, by network and status. */
  responses: Record<string, number>
  /** Grants that a network ended since a token was shown twice, and accounts that expired on our side. */
  revoked: number
  expired: number
  /** What came of the calls that used the tokens. */
  outcomes: Record<string, number>
  generations: number
}

const tokenMs = 3_000

async function connectMany(cluster: Cluster, { networks, accounts }: RaceOptions): Promise<string[]> {
  const people = networks.flatMap((network) => network.users.map((person) => ({ network, person })))
  const ids: string[] = []
  for (let index = 0; index < accounts; index++) {
    const one = people[index % people.length]
    if (one) ids.push(await cluster.connect(one.network, one.person))
  }
  return ids
}

async function refreshResponses(cluster: Cluster, networks: readonly NetworkRow[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { platform } of networks) {
    const { body } = await cluster.sandbox('GET', `/journal?network=${platform}`)
    for (const { operation, status } of body) {
      if (operation !== 'oauth.token' && operation !== 'oauth.refresh') continue
      const key = `${platform} ${status ?? 'none'}`
      counts[key] = (counts[key] ?? 0) + 1
    }
  }
  return counts
}

function difference(after: Record<string, number>, before: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([key, count]) => [key, count - (before[key] ?? 0)]))
}

/** Several processes use the same accounts, whose tokens end all the time: no token may be shown to a network twice. */
export async function runRefreshRace(options: RaceOptions): Promise<RaceResult> {
  const { seed, processes, networks, ms, pgRestarts } = options
  const cluster = await startCluster({ seed, gateways: 1, workers: 0, networks })
  const racers: Member[] = []
  try {
    const ids = await connectMany(cluster, options)
    const { rows: accounts } = await cluster.pool.query(
      `select id as "accountId", profile_id as "profileId", organization_id as "organizationId", platform
       from account where id = any($1)`,
      [ids],
    )
    await cluster.pool.query(`update credential set expires_at = now() + interval '3 seconds'`)
    const before = await refreshResponses(cluster, networks)
    const env = {
      ...cluster.env,
      RACE_ACCOUNTS: JSON.stringify(accounts),
      RACE_TOKEN_MS: String(tokenMs),
      RACE_MS: String(ms),
    }
    for (let index = 0; index < processes; index++) {
      const name = `racer-${index}`
      const logPath = join(cluster.dir, 'logs', `${name}.log`)
      const racerEnv = { ...env, RACE_SEED: String(seed + index) }
      racers.push(
        await startMember({ name, script: join(import.meta.dirname, 'members/racer.ts'), env: racerEnv, logPath }),
      )
    }
    for (let restart = 0; restart < pgRestarts; restart++) {
      await sleep(ms / (pgRestarts + 1))
      await cluster.postgres.crash()
    }
    const told = await Promise.all(racers.map((racer) => racer.nextMessage('done')))
    const outcomes: Record<string, number> = {}
    for (const { outcomes: own } of told as { outcomes: Record<string, number> }[]) {
      for (const [key, count] of Object.entries(own)) outcomes[key] = (outcomes[key] ?? 0) + count
    }
    const { rows } = await cluster.pool.query(
      `select count(*) filter (where status <> 'connected')::int as expired, sum(generation)::int as generations
       from account join credential on account_id = id`,
    )
    const states = await Promise.all(networks.map(({ platform }) => cluster.sandbox('GET', `/state/${platform}`)))
    const revoked = states.flatMap(({ body }) => body.grants ?? []).filter((grant) => grant.revoked).length
    const responses = difference(await refreshResponses(cluster, networks), before)
    return { responses, revoked, outcomes, ...rows[0] }
  } finally {
    await Promise.all(racers.map((racer) => racer.stop()))
    await cluster.close()
  }
}
