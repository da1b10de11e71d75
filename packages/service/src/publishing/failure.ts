import { listAttempts, translateDatabaseError } from '@carillon/database'
import { catalogueRow, ServiceError } from '@carillon/errors'
import { outcomeOfFailure, ProviderError } from '@carillon/providers'
import { isStoreFailure } from '../store-failure.ts'
import { finishFailed, finishUnknown, postIdsOf } from './finish.ts'
import { type Run, restUntil, secondsFrom, type Turn } from './run.ts'

/** Failures in a row of a repeatable step, before the network has the post, after which the publish is given up. */
const mostTries = 5
/** How long the network is asked about a post it has taken in, or that may be there. */
const longestHours = 24
const longestPauseSeconds = 300

export function pauseAfter(tries: number): number {
  return Math.min(longestPauseSeconds, 2 ** tries)
}

export function isTooOld(run: Run): boolean {
  return run.context.now().getTime() - run.row.created_at.getTime() > longestHours * 3_600_000
}

/** Whether the catalogue advises a client to send it again: then so do we. A fault of ours is worth a few tries as well. */
function isWorthRetrying(thrown: unknown): boolean {
  if (!(thrown instanceof ServiceError)) return true
  const { retry } = catalogueRow(thrown.code)
  return retry === 'backoff' || retry === 'after' || retry === 'with-care'
}

/**
 * A step that may be repeated failed. Before the network has the post, rejections end the publish, throttling too, since
 * the caller is waiting and nothing was posted. Once it has it, we keep asking. A failure of our own store is neither:
 * the step is done again.
 */
export async function afterStepFailure(run: Run, thrown: unknown): Promise<Turn> {
  const { row } = run
  // The intent of a call is stored, so that whoever takes the row up next asks the network what became of it.
  if (row.open_step !== null)
    return retryStep(run, thrown, Math.max(pauseAfter(row.tries + 1), secondsUntilSettled(run)))
  if (isStoreFailure(thrown)) return afterStoreFailure(run, thrown)
  if (isFinal(thrown)) return finishFailed(run, thrown)
  if (row.accepted_at !== null) return afterAccepted(run, thrown)
  if (await hasPosted(run)) return afterPosted(run, thrown)
  const rejected = outcomeOfFailure(thrown) === 'rejected' || !isWorthRetrying(thrown)
  if (rejected || row.tries + 1 >= mostTries || asksToWait(thrown)) return finishFailed(run, thrown)
  return retryStep(run, thrown, pauseAfter(row.tries + 1))
}

function retryStep(run: Run, thrown: unknown, seconds: number): Promise<Turn> {
  const { context, row } = run
  const tries = row.tries + 1
  context.log.warn({ requestId: row.request_id, publishId: row.id, attempt: tries, err: thrown }, 'publish step failed')
  return restUntil(run, secondsFrom(context.now(), seconds), { tries })
}

function secondsUntilSettled({ context, row }: Run): number {
  return row.settle_at === null ? 0 : (row.settle_at.getTime() - context.now().getTime()) / 1000
}

/** Nothing is known to be wrong with the post. Only a day without a store that works ends it. */
async function afterStoreFailure(run: Run, thrown: unknown): Promise<Turn> {
  const seconds = retryAfterOf(thrown) || pauseAfter(Math.min(run.row.tries + 1, 5))
  if (!isTooOld(run)) return retryStep(run, thrown, seconds)
  const mayBeThere = run.row.accepted_at !== null || (await hasPosted(run))
  if (mayBeThere) return finishUnknown(run, 'the service could not use its store for a day.')
  return finishFailed(run, translateDatabaseError(thrown))
}

/** The network has taken the post in and has yet to publish it: it is asked until it tells. */
function afterAccepted(run: Run, thrown: unknown): Promise<Turn> {
  if (needsReconnecting(thrown)) return finishUnknown(run, 'the connection expired before the network told.')
  if (!isWorthRetrying(thrown)) return finishFailed(run, thrown)
  return keepAsking(run, thrown)
}

/** A call that cannot be taken back has succeeded: only what the adapter names as posted can still end as `failed`. */
function afterPosted(run: Run, thrown: unknown): Promise<Turn> {
  const rejected = outcomeOfFailure(thrown) === 'rejected' || !isWorthRetrying(thrown)
  if (!rejected || asksToWait(thrown)) return keepAsking(run, thrown)
  if (postIdsOf(thrown).length > 0) return finishFailed(run, thrown)
  return finishUnknown(run, 'the network took it and then rejected a later step.')
}

function keepAsking(run: Run, thrown: unknown): Promise<Turn> {
  if (isTooOld(run)) return finishUnknown(run, 'the network did not tell what became of it.')
  return retryStep(run, thrown, Math.max(pauseAfter(run.row.tries + 1), retryAfterOf(thrown)))
}

/** Whether a call that cannot be taken back has succeeded. */
async function hasPosted({ context, row }: Run): Promise<boolean> {
  if (row.attempt === 0) return false
  const attempts = await listAttempts(context.db, row.id)
  return attempts.some(({ outcome }) => outcome === 'succeeded' || outcome === 'reconciled')
}

/** Whether the network said that nothing will come of what it had taken in. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof ProviderError && thrown.final
}

/** Whether the network cannot be asked any more until a person has connected the account again. */
function needsReconnecting(thrown: unknown): boolean {
  return thrown instanceof ServiceError && catalogueRow(thrown.code).retry === 'reconnect'
}

function asksToWait(thrown: unknown): boolean {
  return thrown instanceof ServiceError && catalogueRow(thrown.code).retry === 'after'
}

function retryAfterOf(thrown: unknown): number {
  return thrown instanceof ServiceError ? (thrown.retryAfter ?? 0) : 0
}
