import { setTimeout as pause } from 'node:timers/promises'
import {
  type Client,
  isApiError,
  type Publish,
  type Schedule,
  UnexpectedResponseError,
  type Write,
} from '@carillon/client'
import { OutcomeUnknownError } from './outcome-unknown.ts'

/** The publish, write or schedule that an earlier run has stored under a request id. */
export type Earlier = { publish: Publish } | { write: Write } | { schedule: Schedule }

/** The kind of a request, which determines where it is looked up. */
export type SentKind = 'publish' | 'schedule' | keyof typeof kindsOfWrites

/** The kinds of the writes that each kind of request makes. A request id may also be that of other writes. */
const kindsOfWrites = {
  reply: ['reply', 'comment'],
  message: ['message', 'template'],
  campaign: ['campaign'],
} as const satisfies Record<string, readonly Write['kind'][]>

export interface FindOptions {
  requestId: string
  kind: SentKind
  /**
   * The time, in ms since the epoch, until which the request may still be stored; null if no earlier run on this
   * machine has sent it.
   */
  storeBefore: number | null
  signal: AbortSignal
  /** Called once if the time in `storeBefore` has to be awaited, with the ms until then. */
  onWait?(milliseconds: number): void
}

/** The maximum difference in ms between the clocks of gateways and the database. */
const clockSlackMs = 2_000
const pollMs = 2_000
const maxFailuresMs = 300_000

const precedence = ['published', 'accepted', 'processing', 'unknown', 'failed']

/** Returns the item whose status matters most to a script: there are several if a proxy has repeated the request. */
function first<Item extends { status: string }>(items: readonly Item[]): Item | undefined {
  return items.toSorted((one, other) => precedence.indexOf(one.status) - precedence.indexOf(other.status))[0]
}

async function lookOnce(client: Client, { requestId, kind, signal }: FindOptions) {
  const options = { query: { requestId }, headers: { 'X-Request-Id': requestId }, signal }
  if (kind === 'publish') {
    const { data, headers } = await client.get('/posts/publishes', options)
    const publish = first(data.publishes)
    return { found: publish ? { publish } : null, headers }
  }
  if (kind === 'schedule') {
    const { data, headers } = await client.get('/schedules', options)
    const [schedule] = data.schedules
    return { found: schedule ? { schedule } : null, headers }
  }
  const { data, headers } = await client.get('/writes', options)
  const kinds: readonly string[] = kindsOfWrites[kind]
  const write = first(data.writes.filter((each) => kinds.includes(each.kind)))
  return { found: write ? { write } : null, headers }
}

/**
 * Checks that the service got the request id that was sent. A proxy that replaces it has replaced that of the earlier
 * request as well: that it is not found says nothing.
 * @throws OutcomeUnknownError if the response has another id
 */
function requireKept(requestId: string, headers: Headers): void {
  const received = headers.get('x-request-id') ?? requestId
  if (received === requestId) return
  throw new OutcomeUnknownError(requestId, `A proxy replaces X-Request-Id (by ${received}), so it cannot be looked up.`)
}

/**
 * Looks up what an earlier run has stored under the request id, waiting until the result is conclusive. Returns null if
 * nothing was stored and nothing will be: only then may the request be sent again.
 * @throws OutcomeUnknownError if the service cannot be reached for five minutes, or a proxy replaces request ids;
 *   ApiError or UnexpectedResponseError if the lookup is rejected; another error if `signal` aborts
 */
export async function findEarlier(client: Client, options: FindOptions): Promise<Earlier | null> {
  const { requestId, storeBefore, signal, onWait } = options
  const finalFrom = storeBefore === null ? 0 : storeBefore + clockSlackMs
  const began = Date.now()
  let hasWaited = false
  for (;;) {
    let reason: unknown
    try {
      const { found, headers } = await lookOnce(client, options)
      if (found) return found
      requireKept(requestId, headers)
      if (finalFrom === 0) return null
      const now = Date.parse(headers.get('date') ?? '') || Date.now() - clockSlackMs
      if (now >= finalFrom) return null
      if (!hasWaited) onWait?.(finalFrom - now)
      hasWaited = true
    } catch (error) {
      if (signal.aborted || error instanceof OutcomeUnknownError) throw error
      if (isApiError(error) && error.status < 500 && error.shouldRetry !== true) throw error
      if (error instanceof UnexpectedResponseError && error.status < 500 && error.status >= 400) throw error
      reason = error
    }
    const isOver = Date.now() > Math.max(began, finalFrom) + maxFailuresMs
    if (isOver) throw new OutcomeUnknownError(requestId, 'The service could not be reached.', { cause: reason })
    await pause(pollMs, undefined, { signal })
  }
}
