import { translateDatabaseError } from '@carillon/database'
import { asServiceError, ServiceError } from '@carillon/errors'
import { inSpan } from '@carillon/log'
import { outcomeOfFailure, ProviderError, type WriteCall } from '@carillon/providers'
import { deadlineGuard } from '../network-calls/deadline-guard.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { landedLate } from './attempts-of-step.ts'
import { afterCommitted, canWait, hasCommitted, isTooOld, pauseFor, storePauseSeconds } from './failure.ts'
import { countAttempt, createdBefore, finishDone, finishFailed, noteAttempt, outcomeDetails } from './finish.ts'
import { change, dueAt, logged, progressed, secondsFrom, suspendUntil } from './transition.ts'
import { callForWrite } from './write-call.ts'
import type { Progress, Run } from './write-kind.ts'

/** The number of consecutive failures of a call, each without a request to the network, after which the write fails. */
const maxNotSent = 5
const defaultCallSeconds = 60

/**
 * Returns the settle time of a network (the seconds until the effect of a call whose response was lost is visible),
 * multiplied by `SETTLE_SCALE`, which tests set.
 * @param seconds the settle time that the adapter states
 */
export function settleSeconds(run: Run, seconds: number): number {
  return seconds * run.context.config.worker.settleScale
}

/**
 * Returns whether a write that has made no irreversible call is too old to be sent: it has been due for more than its
 * kind's `unsentSeconds`, so that no client waits for it any more. False for kinds without this limit, and after a
 * restore or failover that may have lost changes of the write.
 */
export function isTooLateToSend({ context, row, kind }: Run): boolean {
  if (kind.unsentSeconds === null || row.attempt > 0 || row.restoredFrom !== null || row.changesLostAt !== null)
    return false
  return secondsFrom(dueAt(row), kind.unsentSeconds) < context.now()
}

/**
 * Ends a write that has made no irreversible call, because it is too old, no client waits for it, or the network did
 * not finish preparing it within a day. The write fails with `provider_error` and a message that it is safe to try
 * again. If a restored backup or a failover may have lost changes of the write, it ends as `unknown` instead.
 */
export function finishNotSent(run: Run): Promise<Progress> {
  const { thing, done } = run.kind.words
  const message = `The ${thing} was not ${done}: the deadline passed before it could be sent. It is safe to try again.`
  return finishFailed(run, new ServiceError('provider_error', message, { details: outcomeDetails(run.kind, 'absent') }))
}

/**
 * Makes the irreversible call of a step to the network. An intent is stored before the call, so that a process that
 * later finds the step open queries the network for the outcome instead of repeating the call. Failures of the call end
 * or suspend the write, or continue it from the state that `afterRejection` of the port returns; they are not thrown.
 * The call is not made if the write is too late (it is ended), if its kind withdraws it (it is deleted), or if it comes
 * from a restored backup (the step is only opened, because the call may have been made after the backup).
 * @throws the errors of `change`
 */
export async function commitStep(run: Run, step: string): Promise<Progress> {
  if (isTooLateToSend(run)) return finishNotSent(run)
  if (await run.kind.withdraw?.(run)) return 'stop'
  const now = run.context.now()
  if (run.row.restoredFrom !== null) {
    // The write may already have been sent after the backup, so the network is queried for the outcome instead.
    await openStep(run, step, { startedAt: run.row.restoredFrom, settleAt: now })
    return 'continue'
  }
  await openStep(run, step, { startedAt: now, settleAt: secondsFrom(now, settledAfterSeconds(run)) })
  await run.context.checkpoint('intent.stored')
  let committed: { state: object; result: unknown }
  try {
    const fields = { step, attempt: run.row.attempt }
    committed = await inSpan('write attempt', () => callOnce(run, step), { fields })
  } catch (error) {
    return afterCommitFailure(run, error)
  }
  const { state, result } = committed
  await run.context.checkpoint('commit.responded')
  const changes = { ...progressed, state: JSON.stringify(state) }
  countAttempt(run, 'succeeded')
  if (result !== undefined && run.row.error === null)
    return finishDone(run, result, changes, noteAttempt(run, 'succeeded'))
  await change(run, { openStep: null, ...changes }, noteAttempt(run, 'succeeded'))
  await run.context.checkpoint('commit.stored')
  return 'continue'
}

/**
 * Returns the seconds from the start of a call after which the network can be queried for its outcome, even if no
 * response arrived: the timeout of the call plus the settle time.
 */
export function settledAfterSeconds(run: Run): number {
  const { callSeconds = defaultCallSeconds, seconds } = run.port.settling
  return callSeconds + settleSeconds(run, seconds)
}

/**
 * Stores the write-ahead intent of a call (`openStep`) and a new attempt, before the call is made.
 * @param options.startedAt the time from which the network is searched for the effect
 * @param options.settleAt the time from which the network can be queried for the outcome if the response is lost
 * @throws the errors of `change`
 */
export async function openStep(
  run: Run,
  step: string,
  { startedAt, settleAt }: { startedAt: Date; settleAt: Date },
): Promise<void> {
  const { requestId, attempt: before } = run.row
  const attempt = before + 1
  const intent = { openStep: step, attempt, attemptedAt: startedAt, settleAt, probes: 0 }
  await change(run, intent, { attempt: { number: attempt, step, startedAt, requestId } })
}

/**
 * Makes the irreversible call of a step once, with the account's credentials. Returns the new state, and as `result`
 * that of the write, or undefined if the write has further steps.
 * @throws ProviderError, with the outcome `not_sent` for a local failure before a request was sent; a local failure
 *   after that is thrown as it is
 */
async function callOnce(run: Run, step: string): Promise<{ state: object; result: unknown }> {
  const { context, row, port } = run
  const callMs = (port.settling.callSeconds ?? defaultCallSeconds) * 1000
  const guard = deadlineGuard(context, (row.attemptedAt ?? dueAt(row)).getTime() + callMs)
  const commit = async (own: WriteCall<unknown>) => {
    const call = { ...own, outbound: guard.outbound }
    guard.check()
    const state = await port.commit(call, row.state, step)
    return { state, result: port.resultOf?.(call, state) }
  }
  try {
    return await callForWrite(run, commit, AbortSignal.timeout(callMs))
  } catch (thrown) {
    if (thrown instanceof ProviderError || guard.used()) throw thrown
    const { code, message, details, status } = asServiceError(translateDatabaseError(thrown))
    throw new ProviderError(code, message, 'not_sent', { details, status, cause: thrown })
  }
}

async function afterCommitFailure(run: Run, error: unknown): Promise<Progress> {
  const { context, row, port } = run
  const { code } = asServiceError(error)
  const isOpen = port.mayHaveLanded?.(row.state) || (await landedLate(run, code))
  const outcome = isOpen ? 'indeterminate' : outcomeOfFailure(error)
  countAttempt(run, outcome)
  if (outcome === 'indeterminate') {
    context.log.warn({ ...logged(run), step: row.openStep, err: error }, 'write indeterminate')
    const settleAt = secondsFrom(context.now(), settleSeconds(run, port.settling.seconds))
    return suspendUntil(run, settleAt, { settleAt }, noteAttempt(run, 'indeterminate', code))
  }
  const next = outcome === 'rejected' ? port.afterRejection?.(row.state, error) : undefined
  if (next) {
    const rejected = noteAttempt(run, 'rejected', code)
    await change(run, { openStep: null, ...progressed, state: JSON.stringify(next) }, rejected)
    return 'continue'
  }
  if (outcome === 'not_sent' && isStorageFailure(error) && !isTooOld(run)) {
    const at = secondsFrom(context.now(), storePauseSeconds)
    return suspendUntil(run, at, { openStep: null }, noteAttempt(run, 'not_sent', code))
  }
  const retries = row.stepRetries + 1
  const isLocal = outcome === 'not_sent' && code === 'provider_error'
  if (retries < maxNotSent && (isLocal || canWait(run, error))) {
    const at = secondsFrom(context.now(), pauseFor(run, error))
    return suspendUntil(run, at, { openStep: null, stepRetries: retries }, noteAttempt(run, outcome, code))
  }
  if (outcome === 'not_sent' && !port.undo && createdBefore(error).length === 0 && (await hasCommitted(run))) {
    await change(run, { openStep: null }, noteAttempt(run, 'not_sent', code))
    return afterCommitted(run, error)
  }
  const { explain, withdraw } = run.kind
  if (await withdraw?.(run, error)) return 'stop'
  return finishFailed(run, explain ? await explain(run, error) : error, noteAttempt(run, outcome, code))
}
