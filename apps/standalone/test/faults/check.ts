import type { Hang } from './ambient-faults.ts'
import type { Order } from './client.ts'
import type { Cluster, Json } from './cluster.ts'

interface Row {
  id: string
  kind: string
  request_id: string
  status: string
  wake_at: Date | null
  provider_ids: string[]
  error: { code: string; message: string } | null
  attempt: number
  crash_count: number
  outcomes: string[]
  created_at: Date
  updated_at: Date
}

export interface Fault {
  mark: string
  found: string
}

export interface Verdict {
  orders: number
  /** Orders by network. */
  networks: Record<string, number>
  /** By how the publish ended. */
  statuses: Record<string, number>
  /**
   * Networks and codes of failed publishes; `(hanging)` where the network hung during the publish, `(interrupted
   * refresh)` where the connection expired after a process had been killed while it refreshed the account's token;
   * `(abandoned)` where nothing was sent in the time for which a client waits.
   */
  failures: Record<string, number>
  /** Publishes that were settled by reading the network, and calls that were repeated since nothing was there. */
  reconciled: number
  repeated: number
  /** Published without an id, where the network would not tell it. */
  withoutIds: number
  /** Orders of which nothing was accepted, by what their customers were told last. */
  rejected: Record<string, number>
  faults: Record<FaultKind, Fault[]>
}

const faultKinds = [
  'doubled',
  'lost',
  'wrongIds',
  'unfinished',
  'unknown',
  'failedButThere',
  'ownFailure',
  'healthyFailure',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** Failures that no network caused. */
const ownFailures = ['internal_error', 'account_not_found', 'connection_expired', 'database_error']

/** What a publish fails with whose network does not respond; a network that responds must not be the reason. */
const silence = ['provider_error', 'connection_unavailable']

/** The journal's writes of one kind, with the outcomes of their attempts. */
export async function readRows(cluster: Pick<Cluster, 'pool'>, kind = 'publish'): Promise<Row[]> {
  const { rows } = await cluster.pool.query(
    `select p.*, array(select a.outcome::text from external_write_attempt a where a.write_id = p.id order by a.number) as outcomes
    from external_write p where kind = $1 order by p.id`,
    [kind],
  )
  return rows
}

/** Publishes that have not ended yet. */
export async function unfinished(cluster: Pick<Cluster, 'pool'>): Promise<number> {
  const { rows } = await cluster.pool.query(
    'select count(*)::int as count from external_write where wake_at is not null',
  )
  return rows[0].count
}

export type Oracle = Map<string, { id: string; text: string }[]>

/** What each network holds, by the mark in the text. */
export async function readOracle(cluster: Pick<Cluster, 'sandbox'>, orders: readonly Order[]): Promise<Oracle> {
  const oracle: Oracle = new Map(orders.map(({ mark }) => [mark, []]))
  for (const platform of new Set(orders.map(({ network }) => network.platform))) {
    const { body } = await cluster.sandbox('GET', `/state/${platform}`)
    for (const { id, text } of body.posts as Json[]) {
      const mark = /\bno[0-9a-z]+z\b/.exec(text ?? '')?.[0]
      if (mark) oracle.get(mark)?.push({ id, text })
    }
  }
  return oracle
}

function count(into: Record<string, number>, key: string): void {
  into[key] = (into[key] ?? 0) + 1
}

function isWhole(order: Order, held: Oracle extends Map<string, infer V> ? V : never): boolean {
  return held.length === (order.variant.posts ?? 1)
}

interface Evidence {
  orders: readonly Order[]
  rows: Row[]
  oracle: Oracle
  hangs?: readonly Hang[]
  /** Accounts whose token refresh was interrupted: a network may then end a connection without a fault of Carillon. */
  interrupted?: ReadonlySet<string>
}

/** Holds what customers were told and what the journal says against what the networks hold. */
export function judge({ orders, rows, oracle, hangs = [], interrupted = new Set() }: Evidence): Verdict {
  const verdict: Verdict = {
    orders: orders.length,
    networks: {},
    statuses: {},
    failures: {},
    reconciled: 0,
    repeated: 0,
    withoutIds: 0,
    rejected: {},
    faults: {
      doubled: [],
      lost: [],
      wrongIds: [],
      unfinished: [],
      unknown: [],
      failedButThere: [],
      ownFailure: [],
      healthyFailure: [],
    },
  }
  const byMark = Map.groupBy(rows, ({ request_id }) => request_id.split('.')[0] ?? '')
  for (const { network } of orders) count(verdict.networks, network.platform)
  for (const order of orders) {
    const isInterrupted = interrupted.has(order.accountId)
    judgeOrder(verdict, order, { rows: byMark.get(order.mark) ?? [], oracle, hangs, isInterrupted })
  }
  return verdict
}

interface OrderEvidence {
  rows: Row[]
  oracle: Oracle
  hangs: readonly Hang[]
  isInterrupted: boolean
}

function judgeOrder(verdict: Verdict, order: Order, { rows, oracle, hangs, isInterrupted }: OrderEvidence): void {
  const { mark } = order
  const held = oracle.get(mark) ?? []
  const fault = (kind: FaultKind, found: string) => void verdict.faults[kind].push({ mark, found })
  const texts = Map.groupBy(held, ({ text }) => text)
  for (const [text, same] of texts) {
    if (same.length > 1) fault('doubled', `${same.length} × "${text}": ${same.map(({ id }) => id).join(', ')}`)
  }
  const published = rows.filter(({ status }) => status === 'succeeded')
  if (rows.length === 0) count(verdict.rejected, order.rejection ?? 'no response')
  if (rows.length === 0 && held.length > 0) fault('lost', 'it is there and no publish knows of it')
  if (published.length > 0 && !isWhole(order, held) && texts.size < (order.variant.posts ?? 1)) {
    fault('lost', `published, but ${held.length} posts are there`)
  }
  for (const id of order.publishIds) if (!rows.some((row) => row.id === id)) fault('lost', `publish ${id} is gone`)
  const { platform } = order.network
  for (const row of rows) {
    const hung = hangs.some((hang) => hang.platform === platform && overlaps(hang, row))
    const others = published.filter(({ id }) => id !== row.id)
    judgeRow(verdict, row, { platform, hung, isInterrupted, held, fault, others })
  }
}

/** Seconds after which a write for which a client waits is not sent any more; a publish is sent whenever it can be. */
const unsentSeconds = 30

/**
 * Whether nothing was sent for so long, since processes died or were busy, that nobody waits for the write any more.
 */
function isAbandoned({ kind, attempt, created_at, updated_at }: Row): boolean {
  return kind !== 'publish' && attempt === 0 && updated_at.getTime() - created_at.getTime() >= unsentSeconds * 1000
}

/** Whether a network hung at some time between the first and the last change of the row. */
function overlaps({ from, to }: Hang, { created_at, updated_at }: Row): boolean {
  return from <= updated_at.getTime() && created_at.getTime() <= to
}

function judgeRow(
  verdict: Verdict,
  row: Row,
  {
    platform,
    hung,
    isInterrupted,
    held,
    fault,
    others,
  }: {
    platform: string
    hung: boolean
    isInterrupted: boolean
    held: { id: string }[]
    fault(kind: FaultKind, found: string): void
    others: readonly Row[]
  },
): void {
  count(verdict.statuses, row.status)
  verdict.reconciled += row.outcomes.filter((outcome) => outcome === 'reconciled').length
  verdict.repeated += row.outcomes.filter((outcome) => outcome === 'absent').length
  if (row.wake_at !== null) {
    fault('unfinished', `${row.id} ${row.status}, attempt ${row.attempt}`)
  } else if (row.status === 'unknown') {
    fault('unknown', `${row.id} ${row.error?.message}`)
  } else if (row.status === 'failed') {
    const code = row.error?.code ?? 'none'
    const hasEnded = isInterrupted && code === 'connection_expired'
    const abandoned = isAbandoned(row)
    const known = { ' (hanging)': hung, ' (interrupted refresh)': hasEnded, ' (abandoned)': abandoned }
    const circumstances = Object.entries(known).flatMap(([name, holds]) => (holds ? name : []))
    count(verdict.failures, `${platform} ${code}${circumstances.join('')}`)
    // A call whose response was lost, that has left nothing and is not repeated, fails by the rules of its kind.
    const isAbsent = row.outcomes.at(-1) === 'absent'
    if (!hung && !isAbsent && !abandoned && silence.includes(code)) {
      fault('healthyFailure', `${row.id} ${code} ${row.error?.message}`)
    }
    if (!hasEnded && ownFailures.includes(code)) fault('ownFailure', `${row.id} ${code}, crashes ${row.crash_count}`)
    const named = new Set(row.provider_ids)
    if (others.length === 0 && held.some(({ id }) => !named.has(id))) {
      fault('failedButThere', `${row.id} ${code}, ${held.length} posts are there`)
    }
  } else if (row.provider_ids.length === 0) {
    verdict.withoutIds++
  } else if (!row.provider_ids.every((id) => held.some((post) => post.id === id))) {
    fault('wrongIds', `${row.provider_ids.join(', ')}, there are ${held.map(({ id }) => id).join(', ')}`)
  }
}

/** Faults that a slow machine causes too, where a process or a network of the sandbox does not respond in time. */
export const matterOfTime: readonly FaultKind[] = ['unfinished', 'unknown', 'healthyFailure']

/** How many faults of the kinds that must never occur were found. */
export function faultCount(verdict: Verdict, allowed: readonly FaultKind[] = []): number {
  return faultKinds
    .filter((kind) => !allowed.includes(kind))
    .reduce((sum, kind) => sum + verdict.faults[kind].length, 0)
}
