import type { Connection } from './connection.ts'
import { backoff, pause } from './pause.ts'
import type { AnyResult } from './read-response.ts'
import type { Publish, Schedule, Write } from './schema.ts'

/** The API paths of the lists in which requests are looked up by their id. */
const lists = { publishes: '/posts/publishes', writes: '/writes', schedules: '/schedules' } as const

/** Where a request id is looked up. Of the list `writes`, only `kinds` count: other writes may have the same id. */
export interface LookUpSource {
  list: keyof typeof lists
  kinds?: readonly Write['kind'][]
}

/** The result of looking up a request id: a publish, another write to a network, or a schedule. */
export type FoundWrite = { publish: Publish } | { write: Write } | { schedule: Schedule }

export interface LookUp {
  source: LookUpSource
  requestId: string
  /** The time, in ms since the epoch, after which the service no longer stores the write. */
  storeBefore: number
  signal?: AbortSignal
}

/** The result of one lookup. If `found` is null and `isFinal` is true, the write was not stored and will not be. */
export interface Lookup<Found> {
  found: Found | null
  isFinal: boolean
  result: AnyResult
}

/** The maximum difference in ms between the clocks of the gateway and the database. */
export const clockSlackMs = 2_000
const maxPauseMs = 5_000

/** The statuses in the order in which they matter to a caller, if a proxy has repeated the request. */
const precedence = ['published', 'accepted', 'processing', 'unknown', 'failed']
const first = <Item extends { status: string }>(items: readonly Item[]): Item | null =>
  [...items].sort((one, other) => precedence.indexOf(one.status) - precedence.indexOf(other.status))[0] ?? null

/** Returns the time of the service's response; without a `Date` header, a little before this machine's time. */
function timeOf({ headers }: AnyResult): number {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? Date.now() - clockSlackMs : date
}

type Listed = { publishes?: Publish[]; writes?: Write[]; schedules?: Schedule[] }

async function lookOnce(connection: Connection, look: LookUp): Promise<Lookup<FoundWrite>> {
  const { source, requestId, storeBefore, signal } = look
  const { list, kinds = [] } = source
  const headers = { 'X-Request-Id': requestId }
  const of = { method: 'get', template: lists[list], query: { requestId }, headers, timeoutMs: 20_000 } as const
  const result = await connection.send<Listed>({ ...of, ...(signal && { signal }) })
  const { publishes = [], writes = [], schedules = [] } = result.data
  // An empty list means that nothing is stored; a response without the list, such as that of a proxy, means nothing.
  if (!Array.isArray(result.data[list])) throw new TypeError(`The response has no list of ${list}.`)
  const own = writes.filter(({ kind }) => kinds.includes(kind))
  const [publish, write, schedule] = [first(publishes), first(own), first(schedules)]
  const found = publish ? { publish } : write ? { write } : schedule ? { schedule } : null
  // A proxy that replaces the header has replaced that of the write as well, which is then stored under another id.
  const isKept = (result.requestId ?? requestId) === requestId
  return { found, isFinal: isKept && timeOf(result) >= storeBefore + clockSlackMs, result }
}

/** Looks up a write until it is found or surely not stored; null if open `lookupTimeoutMs` after `storeBefore`. */
export async function lookUp(connection: Connection, look: LookUp): Promise<Lookup<FoundWrite> | null> {
  for (let attempt = 0; ; attempt++) {
    const onError = (error: unknown) => (look.signal?.aborted ? Promise.reject(error) : null)
    const lookup = await lookOnce(connection, look).catch(onError)
    if (lookup?.found || lookup?.isFinal) return lookup
    if (connection.now() > look.storeBefore + connection.settings.lookupTimeoutMs) return null
    const remaining = look.storeBefore + clockSlackMs + 1_000 - connection.now()
    const delay = backoff(attempt, maxPauseMs)
    await pause(remaining > 0 ? Math.min(delay, remaining) : delay, look.signal)
  }
}
