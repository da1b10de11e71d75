import {
  type Db,
  type ExternalWriteRow,
  insertExternalWrite,
  type NewExternalWrite,
  transactionInTurn,
} from '@carillon/database'
import { knownCode, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { awaitWrite, readIfPossible } from './await-write.ts'
import { asObject, outcomeDetails, withLeftovers } from './finish.ts'
import { newWrite, type WriteRequest } from './new-write.ts'
import { runClaimed } from './run-write.ts'
import { storeWithRetry } from './store-with-retry.ts'
import { leaseSeconds, secondsFrom } from './transition.ts'
import type { WriteKind } from './write-kind.ts'

/** Milliseconds from the start of a write after which its client no longer waits for workers that continue it. */
const maxWaitMs = 25_000
/** A kind of write with results of this type; the types of its payload and input do not matter. */
type AnyKind<Result> = WriteKind<object, unknown, Result>

/** Milliseconds for which storing is retried while the database does not confirm it. */
const maxStoreMs = 10_000

/**
 * Stores a write, carries it out at once in this process, and returns its result. For operations whose clients wait,
 * such as replies, messages and deletions. If the write is not finished here (a lost response, a pause that the network
 * requests, a crash), workers continue it.
 * @param options.signal aborts when the client has disconnected or its deadline has passed. Workers then continue the
 *   write; a write whose kind has `unsentSeconds` fails instead if nothing has been sent
 * @throws ServiceError the reason why the write failed, was not stored or is being undone; `provider_error` if the
 *   write has ended as `unknown`, has not ended when `signal` aborts, or was left to workers and has not ended 25 s
 *   after it was stored
 */
export async function writeNow<Payload extends object, Result>(
  context: Context,
  { signal, ...request }: WriteRequest<Payload, Result> & { signal: AbortSignal },
): Promise<Result> {
  const now = context.now()
  const write = await newWrite(context, request)
  const claim = { wakeAt: secondsFrom(now, leaseSeconds), runningSince: now, runningBy: context.worker.name }
  const row = await insertWrite(context, { ...write, ...claim }, request.kind)
  const until = performance.now() + maxWaitMs
  const running = runClaimed(context, row, { before: null, signal }).catch((error: unknown) => {
    context.log.error({ requestId: row.requestId, writeId: row.id, err: error }, 'write interrupted')
  })
  const ran = await Promise.race([running, aborted(signal)])
  // A row that this process left open, or that somebody else has changed, is read again.
  if (ran && ran.status !== 'processing') return resultOf(context, request.kind, ran)
  const first = async () => (await readIfPossible(context, row.id)) ?? row
  const ended = await awaitWrite(context, row.id, { until, signal, first })
  return resultOf(context, request.kind, ended)
}

/**
 * Stores the write with its further rows. If it is unknown whether they were stored, the error advises the client not
 * to send the write again.
 */
function insertWrite(context: Context, write: NewExternalWrite, kind: AnyKind<unknown>): Promise<ExternalWriteRow> {
  const withOthers = (db: Db, stored: NewExternalWrite) =>
    transactionInTurn(db, stored.takes && ['apiKey', stored.takes.keyId], async (tx) => {
      const row = await insertExternalWrite(tx, stored)
      await kind.onBegin?.(tx, { context, row })
      return row
    })
  return storeWithRetry(context, write.id, {
    insert(db, after) {
      const stored = { ...write, ...after }
      return kind.onBegin ? withOthers(db, stored) : insertExternalWrite(db, stored)
    },
    until: performance.now() + maxStoreMs,
    undecided(cause) {
      const { code, message } = failureOf(kind, { status: 'unknown', error: null })
      const details = kind.openDetails?.(write) ?? outcomeDetails(kind, 'unknown')
      return new ServiceError(code, message, { details, cause })
    },
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))
}

/** Returns the result of a write that has succeeded, as the port returned it; otherwise throws the client's error. */
async function resultOf<Result>(context: Context, kind: AnyKind<Result>, row: ExternalWriteRow): Promise<Result> {
  if (row.status === 'succeeded') return row.result as Result
  if (row.status === 'failed') throw failureOf(kind, row)
  throw await openFailure(context, kind, row)
}

/**
 * Returns the error for a client while the outcome is unknown. It lists the objects created so far and, if they are
 * being undone, the reason.
 */
async function openFailure(context: Context, kind: AnyKind<unknown>, row: ExternalWriteRow): Promise<ServiceError> {
  const port = await kind.port(context, row.platform)
  const made = port?.leftovers?.(row.state) ?? []
  if (row.error !== null && row.status !== 'unknown')
    return failureOf(kind, { status: 'failed', error: withLeftovers(row.error, made) })
  const { code, message, details } = failureOf(kind, row)
  const facts = { ...asObject(details), ...kind.openDetails?.(row), ...(made.length > 0 && { made }) }
  return new ServiceError(code, message, Object.keys(facts).length > 0 ? { details: facts } : {})
}

/**
 * Returns the error that a client receives for a write that has not succeeded: the stored error if it has failed,
 * otherwise `provider_error`, because its outcome is not known.
 */
export function failureOf(kind: AnyKind<unknown>, row: Pick<ExternalWriteRow, 'status' | 'error'>): ServiceError {
  if (row.status === 'failed' && row.error) {
    const { code, message, details, status, retryAfter } = row.error
    const more = { details, status, ...(retryAfter && { retryAfter }), mayBeStored: true }
    return new ServiceError(knownCode(code), message, more)
  }
  const { thing, done } = kind.words
  const message = `The network did not confirm in time that the ${thing} was ${done}. Check the account before you try again.`
  return new ServiceError('provider_error', message, { details: outcomeDetails(kind, 'unknown') })
}
