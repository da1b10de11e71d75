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
  signal: AbortSignal
  say(text: string): void
  /** Sends it, with a client that notes it in the journal. */
  send(client: Client): Promise<Data>
  /** The result of something that an earlier run has stored. */
  resultOf(earlier: Earlier): Promise<Data>
}

const sane = /^[A-Za-z0-9._-]{1,128}$/

/** The request id of --request-id, or a new one. */
export function requestIdOf({ values }: Invocation): { requestId: string; isGiven: boolean } {
  const given = textOf(values, 'request-id')
  if (given === undefined) return { requestId: crypto.randomUUID(), isGiven: false }
  if (!sane.test(given)) {
    throw new UsageError('--request-id takes 1 to 128 letters, digits, dots, hyphens and underscores.')
  }
  return { requestId: given, isGiven: true }
}

/** Errors of the client that leave open what became of a write. */
const openErrors = ['PublishUnknownError', 'WriteUnknownError']

/** What an earlier run has stored; null if this is the first run, or nothing was stored and nothing will be. */
async function earlierOf<Data>(client: Client, sending: Sending<Data>, isGiven: boolean): Promise<Earlier | null> {
  const { requestId, kind, journal, signal, say } = sending
  const storeBefore = journal.storeBefore(requestId)
  if (!isGiven && storeBefore === null) return null
  const onWait = (ms: number) =>
    say(`An earlier run may still be stored. Waiting ${Math.ceil(ms / 1_000)} s until that is certain.`)
  return findEarlier(client, { requestId, kind, storeBefore, signal, onWait })
}

/**
 * Sends a write once under its request id: one that an earlier run may have sent is looked up before. Its note is removed
 * when it has ended.
 *
 * @param isGiven whether an earlier run may have used the request id, here or on another machine
 * @throws OutcomeUnknownError after an interruption, if the write may be stored
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

/** The journal of single writes, and a lock that keeps two runs with one request id apart. */
export function openRequest({ places }: Invocation, requestId: string) {
  const journal = fileJournal(places.requestsFolder)
  const release = lockRun(join(places.requestsFolder, encodeURIComponent(requestId)), `sends request ${requestId}`)
  return { journal, release }
}
