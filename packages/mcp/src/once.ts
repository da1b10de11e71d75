import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'
import { type Fields, listOf } from './fields.ts'
import type { InternalRequest, InternalResponse, RequestBackend } from './request-backend.ts'
import { isDone } from './results.ts'

/** Milliseconds between two polls of a write that another call has claimed. */
const pollMs = 250

/** A write that is stored at most once for the request id of its tool call. */
interface Once<Found> {
  requestId: string
  request: Omit<InternalRequest, 'headers'>
  /** Returns what an earlier call has stored; undefined if nothing, which is final once no call has a claim. */
  find(): Promise<Found | undefined>
}

/**
 * The outcome of a write by a tool call: `done` by this call, `stored` by an earlier one, `rejected` (the response is
 * an error, and nothing is stored so far), or `expired` (it can no longer be stored, and was not).
 */
export type Written<Found> =
  | { kind: 'done'; response: InternalResponse }
  | { kind: 'stored'; found: Found }
  | { kind: 'rejected'; response: InternalResponse }
  | { kind: 'expired' }

/**
 * Thrown if the query for an earlier write failed. It is then unknown whether the write is stored; the tool call can be
 * repeated.
 */
export class LookupFailed extends Error {
  readonly response: InternalResponse
  constructor(response: InternalResponse) {
    super('the write could not be looked up')
    this.response = response
  }
}

/**
 * Returns the write that is stored for a request id; undefined if none is stored. While a tool call has claimed the
 * request id and its deadline has not passed, the write may still be stored afterwards.
 * @throws LookupFailed if the query fails
 */
export async function lookUp({ call }: RequestBackend, requestId: string): Promise<Fields | undefined> {
  const response = await call({ operation: 'writes.list', query: { requestId } })
  if (response.status !== 200) throw new LookupFailed(response)
  return listOf(response.body['writes'])[0]
}

/** Returns whether an error response means that nothing was stored and nothing will be. */
const isFinal = ({ status, shouldRetry }: InternalResponse): boolean => status < 500 || shouldRetry === true

async function write<Found>(
  backend: RequestBackend,
  { requestId, request, find }: Once<Found>,
  storeBefore: Date,
): Promise<Written<Found>> {
  const headers = { 'x-request-id': requestId, 'x-publish-before': storeBefore.toISOString() }
  const response = await backend.call({ ...request, headers })
  if (isDone(response)) return { kind: 'done', response }
  const found = await find()
  if (found !== undefined) return { kind: 'stored', found }
  // Otherwise it may be stored until its deadline, and a repeated call waits for that.
  if (isFinal(response)) await backend.writes.release(requestId, storeBefore)
  return { kind: 'rejected', response }
}

/**
 * Makes a write unless one is already stored for the request id. Of simultaneous calls, one claims the request id and
 * writes; the others wait until that call has written or its deadline has passed. If a call was cut off, the next call
 * with the same request id finds out what the former call stored.
 * @throws LookupFailed if it is unknown whether the write is stored; ServiceError `invalid_request` if the client
 *   disconnects while the call waits for another one
 */
export async function writeOnce<Found>(backend: RequestBackend, once: Once<Found>): Promise<Written<Found>> {
  const { writes, signal } = backend
  for (;;) {
    const claim = await writes.claim(once.requestId)
    if (claim?.isFirst) return write(backend, once, claim.storeBefore)
    // Once a claim has ended, what is found is final.
    const state = claim === undefined ? (await writes.read(once.requestId))?.state : 'open'
    const found = await once.find()
    if (found !== undefined) return { kind: 'stored', found }
    if (claim !== undefined) return write(backend, once, claim.storeBefore)
    if (state === undefined || state === 'expired') return { kind: 'expired' }
    await sleep(pollMs)
    if (signal.aborted) throw new ServiceError('invalid_request', 'The request ended before it was complete.')
  }
}
