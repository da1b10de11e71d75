import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'
import { type Fields, listOf } from './fields.ts'
import type { InternalRequest, InternalResponse, RequestBackend } from './request-backend.ts'
import { isDone } from './results.ts'

/** Milliseconds between two looks at a write that another call has claimed. */
const pollMs = 250

/** A write that is stored at most once, by the request id of its tool call. */
interface Once<Found> {
  requestId: string
  request: Omit<InternalRequest, 'headers'>
  /** What an earlier call has stored. After the deadline of a claim, not finding it is final. */
  find(): Promise<Found | undefined>
}

/** What became of a write: stored by this call or an earlier one, rejected, or no longer possible. */
export type Written<Found> =
  | { kind: 'done'; response: InternalResponse }
  | { kind: 'stored'; found: Found }
  | { kind: 'rejected'; response: InternalResponse }
  | { kind: 'expired' }

/** A lookup that failed says nothing about the write; the call can be repeated. */
export class LookupFailed extends Error {
  readonly response: InternalResponse
  constructor(response: InternalResponse) {
    super('the write could not be looked up')
    this.response = response
  }
}

/** The write that is stored for a request id. After the deadline of a claim, not finding one is final. */
export async function lookUp({ call }: RequestBackend, requestId: string): Promise<Fields | undefined> {
  const response = await call({ operation: 'writes.list', query: { requestId } })
  if (response.status !== 200) throw new LookupFailed(response)
  return listOf(response.body['writes'])[0]
}

/** Whether an error response means that nothing was stored, and nothing will be. */
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
 * Makes a write unless it is stored already. Of simultaneous calls, one claims the request id and writes; the others wait
 * until it has, or until the deadline by which it has to. A call that was cut off is followed by one that knows.
 * @throws LookupFailed if it is not known whether the write is stored
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
