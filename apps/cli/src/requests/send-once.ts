import { join } from 'node:path'
import type { Client } from '@carillon/client'
import { type Invocation, textOf } from '../invocation/invocation.ts'
import type { RequestJournal } from '../invocation/request-journal.ts'
import { UsageError } from '../usage-error.ts'
import { fileJournal } from './file-journal.ts'
import { type Earlier, findEarlier, type SentKind } from './find-earlier.ts'
import { OutcomeUnknownError } from './outcome-unknown.ts'
import { lockRun } from './run-lock.ts'

export interface Sending<Data> {
  kind: SentKind
  requestId: string
  journal: RequestJournal
  /** Aborts when the command is interrupted. */
  signal: AbortSignal
  /** Shows the user a line about the progress. */
  say(text: string): void
  /** Sends the request, with a client that records it in the journal. */
  send(client: Client): Promise<Data>
  /** Returns the result for what an earlier run has stored. */
  resultOf(earlier: Earlier): Promise<Data>
}

const sane = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Returns the value of `--request-id`, or a new request id. `isGiven` is whether the user gave it.
 * @throws UsageError if it is not 1 to 128 letters, digits, dots, hyphens and underscores
 */
export function requestIdOf({ values }: Invocation): { requestId: string; isGiven: boolean } {
  const given = textOf(values, 'request-id')
  if (given === undefined) return { requestId: crypto.randomUUID(), isGiven: false }
  if (!sane.test(given)) {
    throw new UsageError('--request-id takes 1 to 128 letters, digits, dots, hyphens and underscores.')
  }
  return { requestId: given, isGiven: true }
}

/** The names of the client's errors after which the outcome of a write is unknown. */
const openErrors = ['PublishUnknownError', 'WriteUnknownError']

/**
 * Returns what an earlier run has stored; null if this is the first run, or if nothing was stored and nothing will be.
 */
async function earlierOf<Data>(client: Client, sending: Sending<Data>, isGiven: boolean): Promise<Earlier | null> {
  const { requestId, kind, journal, signal, say } = sending
  const storeBefore = journal.storeBefore(requestId)
  if (!isGiven && storeBefore === null) return null
  const onWait = (ms: number) =>
    say(`An earlier run may still be stored. Waiting ${Math.ceil(ms / 1_000)} s until that is certain.`)
  return findEarlier(client, { requestId, kind, storeBefore, signal, onWait })
}

/**
 * Sends a request exactly once under its request id: if an earlier run may have sent it, it is looked up first. The
 * record of the request in the journal is removed when the outcome is known. The caller has to hold the lock of the
 * journal (`lockRun`).
 *
 * @param isGiven whether an earlier run may have used the request id, here or on another machine
 * @throws OutcomeUnknownError after an interruption, if the request may be stored, or if the service cannot be reached
 *   for a lookup; any other error is that of the lookup, of `send` or of `resultOf`
 */
export async function sendOnce<Data>(client: Client, sending: Sending<Data>, isGiven: boolean): Promise<Data> {
  const { requestId, journal, signal, say, send, resultOf } = sending
  const interrupted = (cause: unknown) =>
    signal.aborted && journal.storeBefore(requestId) !== null
      ? new OutcomeUnknownError(requestId, 'Interrupted.', { cause })
      : cause
  const earlier = await earlierOf(client, sending, isGiven).catch((error: unknown) => {
    throw interrupted(error)
  })
  if (earlier) {
    journal.forget(requestId)
    say(`An earlier run has stored request ${requestId}.`)
    return resultOf(earlier)
  }
  try {
    const result = await send(client)
    journal.forget(requestId)
    return result
  } catch (error) {
    const isOpen = signal.aborted || openErrors.includes(Object(error).name)
    if (!isOpen) journal.forget(requestId)
    throw interrupted(error)
  }
}

/**
 * Returns the journal in which a single request is recorded, and acquires a lock that prevents a second run on this
 * machine with the same request id. Call the returned `release` when the request has ended.
 * @throws UsageError if such a run is in progress
 */
export function openRequest({ places }: Invocation, requestId: string) {
  const journal = fileJournal(places.requestsFolder)
  const release = lockRun(join(places.requestsFolder, encodeURIComponent(requestId)), `sends request ${requestId}`)
  return { journal, release }
}
