import { randomBytes } from 'node:crypto'
import type { AnyEvent, Client } from '@carillon/client'
import { httpUrl } from '../access/http-url.ts'
import type { Io } from '../invocation/io.ts'
import { UsageError } from '../usage-error.ts'
import { forwardEvent } from './forward-event.ts'

export interface Listening {
  io: Io
  signal: AbortSignal
  /** The cursor after which events are listed, or `now`. */
  cursor: string
  /** The types of events; empty for all. */
  types: readonly string[]
  profileId?: string
  accountId?: string
  /** The URL to which each event is posted; undefined to only print events. */
  forwardTo: string | undefined
  /** The secret with which forwarded events are signed. */
  secret: string
  /** The number of events after which listening ends; infinity to continue until the signal aborts. */
  count: number
}

/**
 * Returns the given secret (`CARILLON_WEBHOOK_SECRET`), or a new random one if it is undefined or empty.
 * @throws UsageError if it is not `whsec_` and at least 16 characters of base64
 */
export function webhookSecret(given: string | undefined): string {
  if (!given) return `whsec_${randomBytes(32).toString('base64')}`
  if (/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(given)) return given
  throw new UsageError('CARILLON_WEBHOOK_SECRET is not a secret: it is whsec_ and base64.')
}

async function forward(event: AnyEvent, { io, forwardTo: url, secret, signal }: Listening): Promise<void> {
  if (url === undefined) return
  const { status, problem } = await forwardEvent(event, { url, secret, signal })
  const isTaken = status !== null && status >= 200 && status < 300
  io.say(`${event.type} ${event.id}: ${status ?? problem}${isTaken ? '' : '. It is not posted again.'}`)
}

/**
 * Prints events and posts them to `forwardTo`, oldest first, until the signal aborts or `count` events have arrived. An
 * event that could not be posted is reported to the user and not posted again. Reading continues after lost connections
 * and temporary errors of the service.
 * @throws UsageError if `forwardTo` is not an http(s) URL; any other error of the client when it reads events, such as
 *   an invalid key
 */
export async function listen(client: Client, listening: Listening): Promise<void> {
  const { io, cursor, types, profileId, accountId, forwardTo, secret, signal, count } = listening
  if (forwardTo !== undefined) {
    httpUrl(forwardTo, { from: '--forward-to', example: 'http://localhost:3000' })
    io.say(`Events are signed with ${secret}`)
  }
  // Reads the current cursor at once: events that happen during the first wait are not missed.
  const begin = cursor === 'now' ? (await client.events.list({ cursor }, { signal })).cursor : cursor
  io.say(`Listening from ${begin}. Ctrl-C ends it.`)
  const filter = {
    ...(types.length > 0 && { types }),
    ...(profileId !== undefined && { profileId }),
    ...(accountId !== undefined && { accountId }),
  }
  let seen = 0
  for await (const event of client.events.follow(begin, { ...filter, signal })) {
    io.printLine(event)
    await forward(event, listening)
    seen += 1
    if (seen >= count) return
  }
}
