import { listAttempts, translateDatabaseError } from '@carillon/database'
import { catalogueRow, ServiceError } from '@carillon/errors'
import { outcomeOfFailure, ProviderError } from '@carillon/providers'
import { isStorageFailure } from '../storage-failure.ts'
import { createdBefore, finishFailed, finishUnknown } from './finish.ts'
import { dueAt, logged, secondsFrom, suspendUntil } from './transition.ts'
import type { ClaimedWrite, Progress, Run } from './write-kind.ts'

/** The number of consecutive failures of a repeatable step after which a write fails that was not accepted before. */
const maxStepRetries = 5
/** Hours after which a write is no longer retried and the network no longer queried about it. */
const maxHours = 24
const maxPauseSeconds = 300
/** The maximum number of seconds that a scheduled write waits because the network limits or rejects calls for now. */
const maxWaitSeconds = 900
/** Seconds before the next attempt after a failure of the database or the media store. */
export const storePauseSeconds = 8

/** Returns the seconds to wait before the retry with the number `retries`, counted from 1: 2, 4, 8, …, at most 300. */
export function pauseAfter(retries: number): number {
  return Math.min(maxPauseSeconds, 2 ** retries)
}

/** Returns whether a write has been due for more than a day, so that it is no longer retried. */
export function isTooOld(run: Run): boolean {
  return run.context.now().getTime() - dueAt(run.row).getTime() > maxHours * 3_600_000
}

/** Returns what the catalogue of errors advises clients to do; undefined for an internal error. */
function adviceOf(thrown: unknown) {
  return thrown instanceof ServiceError ? catalogueRow(thrown.code).retry : undefined
}

/**
 * Returns whether the network rejected a call, or the same call would fail again, at least until the user authorizes
 * the account again.
 */
function isRejected(thrown: unknown): boolean {
  const advice = adviceOf(thrown)
  return outcomeOfFailure(thrown) === 'rejected' || advice === 'never' || advice === 'reconnect'
}

/** As `isRejected`, but false if the error catalogue advises to repeat the call `after` a time, as for a rate limit. */
export function isRejectedForGood(thrown: unknown): boolean {
  return isRejected(thrown) && adviceOf(thrown) !== 'after'
}

/**
 * Returns whether a write can wait until calls are accepted again. True for a scheduled write, for which no client
 * waits, after an error that the catalogue advises to retry `after` a time, such as a rate limit of the network or of
 * Carillon, if the error names at most 15 minutes or no time.
 */
export function canWait({ row }: Run, thrown: unknown): boolean {
  return row.scheduleId !== null && adviceOf(thrown) === 'after' && retryAfterOf(thrown) <= maxWaitSeconds
}

/**
 * Handles the failure of a step that can be repeated (any call but a commit, which cannot be undone). The first case
 * that applies decides:
 * - The outcome of a commit is not known: the write is suspended until the network can be queried for it.
 * - Carillon's database or media store failed: the step is retried until the write has been due for a day.
 * - The adapter marks the error as `final`: the write fails.
 * - The network has accepted the write and not finished it: the step is retried until the write has been due for a day,
 *   and then the write ends as unknown.
 * - A commit of the write has succeeded: `afterCommitted` decides.
 * - The failure is the fifth in a row, a rejection, an expired connection or, if the write cannot wait (`canWait`), a
 *   rate limit or an overload: the write fails. The publish of a schedule whose account has expired is deleted instead,
 *   and the schedule is held (`withdraw`).
 * - Any other failure: the step is retried.
 */
export async function afterStepFailure(run: Run, thrown: unknown): Promise<Progress> {
  const { row } = run
  // The intent of a call is stored, so the next process that claims the row queries the network for the outcome.
  if (row.openStep !== null) {
    return retryStep(run, thrown, Math.max(pauseAfter(row.stepRetries + 1), secondsUntilSettled(run)))
  }
  if (isStorageFailure(thrown)) return afterStorageFailure(run, thrown)
  if (thrown instanceof ProviderError && thrown.final) return finishFailed(run, thrown)
  // A rejection of the query, or an app whose credentials are not set, does not say what became of the write.
  if (row.acceptedAt !== null) return keepAsking(run, thrown, adviceOf(thrown) === 'reconnect' ? notRenewed : undefined)
  if (await hasCommitted(run)) return afterCommitted(run, thrown)
  const isLast = row.stepRetries + 1 >= maxStepRetries
  const endsWrite = isRejected(thrown) || adviceOf(thrown) === 'after'
  if (isLast || (endsWrite && !canWait(run, thrown))) {
    if (await run.kind.withdraw?.(run, thrown)) return 'stop'
    return finishFailed(run, thrown)
  }
  return retryStep(run, thrown, pauseFor(run, thrown))
}

function retryStep(run: Run, thrown: unknown, seconds: number, retries = run.row.stepRetries + 1): Promise<Progress> {
  const { context } = run
  context.log.warn({ ...logged(run), attempt: retries, err: thrown }, 'write step failed')
  return suspendUntil(run, secondsFrom(context.now(), seconds), { stepRetries: retries })
}

function secondsUntilSettled({ context, row }: Run): number {
  return row.settleAt === null ? 0 : (row.settleAt.getTime() - context.now().getTime()) / 1000
}

/**
 * Handles a failure of Carillon's database or media store. It is not counted as a retry, because it says nothing about
 * the network. The write ends only once it has been due for more than a day: as unknown if a call may have had an
 * effect, otherwise as failed.
 */
async function afterStorageFailure(run: Run, thrown: unknown): Promise<Progress> {
  const seconds = retryAfterOf(thrown) || storePauseSeconds
  if (!isTooOld(run)) return retryStep(run, thrown, seconds, run.row.stepRetries)
  const mayBeThere = run.row.acceptedAt !== null || (await hasCommitted(run))
  if (mayBeThere) return finishUnknown(run, 'the service could not use its database or media store for a day.')
  return finishFailed(run, translateDatabaseError(thrown))
}

const notRenewed = 'the connection expired before the network reported it, and was not renewed.'

/**
 * Handles a failure after an irreversible call has succeeded. A rejection fails the write if its earlier calls can be
 * undone or the error lists the objects that they created; otherwise it ends as unknown. After any other failure the
 * step is retried until the write has been due for a day, and then the write ends as unknown; if the connection has
 * expired, it is also retried when the account is connected again.
 */
export function afterCommitted(run: Run, thrown: unknown): Promise<Progress> {
  const advice = adviceOf(thrown)
  if (advice === 'reconnect') return keepAsking(run, thrown, notRenewed)
  if (!isRejectedForGood(thrown)) return keepAsking(run, thrown)
  if (run.port.undo || createdBefore(thrown).length > 0) return finishFailed(run, thrown)
  return finishUnknown(run, 'the network took it and then rejected a later step.')
}

/**
 * Retries the step, which queries the network, until the write has been due for a day. Then ends the write as unknown.
 * @param reason a clause with a full stop that says why the outcome is then unknown
 */
function keepAsking(
  run: Run,
  thrown: unknown,
  reason = 'the network did not report what became of it.',
): Promise<Progress> {
  if (isTooOld(run)) return finishUnknown(run, reason)
  return retryStep(run, thrown, pauseFor(run, thrown))
}

/** Returns whether an irreversible call of this write is known to have taken effect, by its response or a probe. */
export async function hasCommitted({ context, row }: ClaimedWrite): Promise<boolean> {
  if (row.attempt === 0) return false
  const attempts = await listAttempts(context.db, row.id)
  return attempts.some(({ outcome }) => outcome === 'succeeded' || outcome === 'reconciled')
}

/** Returns the seconds before the next attempt after a failure: at least those that the error names. */
export function pauseFor({ row }: Run, thrown: unknown): number {
  return Math.max(pauseAfter(row.stepRetries + 1), retryAfterOf(thrown))
}

/** Returns the seconds to wait that an error names; 0 if it names none. */
function retryAfterOf(thrown: unknown): number {
  return thrown instanceof ServiceError ? (thrown.retryAfter ?? 0) : 0
}
