import { listAttempts, translateDatabaseError } from '@carillon/database'
import { asServiceError, type ErrorCode, ServiceError } from '@carillon/errors'
import { outcomeOfFailure, ProviderError } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import { isStoreFailure } from '../store-failure.ts'
import { deadlineGuard } from './deadline-guard.ts'
import { isTooOld, pauseAfter } from './failure.ts'
import { countAttempt, finishCommitted, finishFailed, noteAttempt, outcomeDetails } from './finish.ts'
import { change, logged, progressed, secondsFrom, suspendUntil } from './transition.ts'
import { callerOf, writeCall } from './write-call.ts'
import type { Progress, Run } from './write-kind.ts'

/** Calls that never reached the network are tried this often. */
const maxNotSent = 5
const defaultCallSeconds = 60

/** Settings of a network's settle times are scaled down in tests. */
export function settleSeconds(run: Run, seconds: number): number {
  return seconds * run.context.config.worker.settleScale
}

/** Whether nobody waits any more for a write of which nothing has been sent. */
export function isTooLateToSend({ context, row, kind }: Run): boolean {
  if (kind.unsentSeconds === null || row.attempt > 0 || row.restored_from !== null) return false
  return secondsFrom(row.created_at, kind.unsentSeconds) < context.now()
}

/** Ends a write that nobody waits for any more: nothing was sent. */
export function finishUnsent(run: Run): Promise<Progress> {
  const { thing, done } = run.kind.words
  const message = `The ${thing} was not ${done}: the deadline passed before it could be sent. It is safe to try again.`
  return finishFailed(run, new ServiceError('provider_error', message, { details: outcomeDetails(run.kind, 'absent') }))
}

/**
 * The call that cannot be taken back. The intent to make it is stored first; whoever finds the step open later asks the
 * network what became of it instead of making the call again.
 */
export async function commitStep(run: Run, step: string): Promise<Progress> {
  if (isTooLateToSend(run)) return finishUnsent(run)
  if (run.row.restored_from !== null) return assumeSent(run, step, run.row.restored_from)
  const now = run.context.now()
  await openStep(run, step, { startedAt: now, settleAt: secondsFrom(now, settledAfterSeconds(run)) })
  await run.context.checkpoint('intent.stored')
  let answered: Committed
  try {
    answered = await callOnce(run, step)
  } catch (error) {
    return afterCommitFailure(run, error)
  }
  const { state, result } = answered
  await run.context.checkpoint('commit.answered')
  if (result !== undefined && run.row.error === null) return finishCommitted(run, state, result)
  await change(run, { open_step: null, ...progressed, state: JSON.stringify(state) }, noteAttempt(run, 'succeeded'))
  countAttempt(run, 'succeeded')
  await run.context.checkpoint('commit.stored')
  return 'continue'
}

/** Seconds after which the outcome of a call that begins now can be read at the network, whatever becomes of its response. */
function settledAfterSeconds(run: Run): number {
  const { callSeconds = defaultCallSeconds, seconds } = run.port.settling
  return callSeconds + settleSeconds(run, seconds)
}

/** Stores the intent to make a call, with the attempt that it is. */
async function openStep(
  run: Run,
  step: string,
  { startedAt, settleAt }: { startedAt: Date; settleAt: Date },
): Promise<void> {
  const { request_id, attempt: before } = run.row
  const attempt = before + 1
  const intent = { open_step: step, attempt, attempted_at: startedAt, settle_at: settleAt, probes: 0 }
  await change(run, intent, { attempt: { number: attempt, step, started_at: startedAt, request_id } })
}

/** A write of a restored database may have been sent after the backup: the network is asked, and nothing is sent. */
async function assumeSent(run: Run, step: string, since: Date): Promise<Progress> {
  await openStep(run, step, { startedAt: since, settleAt: run.context.now() })
  return 'continue'
}

/** What a commit left: the state, and the write's result where nothing else has to be asked. */
interface Committed {
  state: object
  result: unknown
}

/** @throws ProviderError, with the outcome `not_sent` where nothing had left when something of ours failed */
async function callOnce(run: Run, step: string): Promise<Committed> {
  const { context, row, port } = run
  const callMs = (port.settling.callSeconds ?? defaultCallSeconds) * 1000
  const guard = deadlineGuard(context, (row.attempted_at ?? row.created_at).getTime() + callMs)
  const signal = AbortSignal.timeout(callMs)
  try {
    return await callAccount(context, { ...callerOf(run), signal }, async (call) => {
      const write = await writeCall(run, { ...call, outbound: guard.outbound })
      guard.check()
      const state = await port.commit(write, row.state, step)
      return { state, result: port.resultOf?.(write, state) }
    })
  } catch (thrown) {
    if (thrown instanceof ProviderError || guard.used()) throw thrown
    const { code, message, details, status } = asServiceError(translateDatabaseError(thrown))
    throw new ProviderError(code, message, 'not_sent', { details, status, cause: thrown })
  }
}

/**
 * A network that calls the second attempt a duplicate may have taken in the first one after it was probed for: it is
 * asked once more before the caller hears of a duplicate.
 */
async function landedLate({ context, row }: Run, code: ErrorCode): Promise<boolean> {
  if (code !== 'duplicate_post') return false
  const attempts = await listAttempts(context.db, row.id)
  return attempts.filter(({ step, outcome }) => step === row.open_step && outcome === 'absent').length === 1
}

async function afterCommitFailure(run: Run, error: unknown): Promise<Progress> {
  const { context, row, port } = run
  const { code } = asServiceError(error)
  const outcome = (await landedLate(run, code)) ? 'indeterminate' : outcomeOfFailure(error)
  countAttempt(run, outcome)
  if (outcome === 'indeterminate') {
    context.log.warn({ ...logged(run), step: row.open_step, err: error }, 'write indeterminate')
    const settleAt = secondsFrom(context.now(), settleSeconds(run, port.settling.seconds))
    return suspendUntil(run, settleAt, { settle_at: settleAt }, noteAttempt(run, 'indeterminate', code))
  }
  const isWorthRetrying =
    (isStoreFailure(error) && !isTooOld(run)) || (code === 'provider_error' && row.step_retries + 1 < maxNotSent)
  if (outcome === 'not_sent' && isWorthRetrying) {
    const retries = row.step_retries + 1
    const at = secondsFrom(context.now(), pauseAfter(Math.min(retries, maxNotSent)))
    return suspendUntil(run, at, { open_step: null, step_retries: retries }, noteAttempt(run, 'not_sent', code))
  }
  return finishFailed(run, error, noteAttempt(run, outcome, code))
}
