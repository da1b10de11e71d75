import { insertAttempt, listAttempts, translateDatabaseError } from '@carillon/database'
import type { PublishPlatform } from '@carillon/domain'
import { asServiceError, type ErrorCode } from '@carillon/errors'
import { outcomeOfFailure, ProviderError, type PublishCall } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import { isStoreFailure } from '../store-failure.ts'
import { pauseAfter } from './failure.ts'
import { finishFailed, noteAttempt } from './finish.ts'
import { publishCall } from './publish-call.ts'
import { gettingOn, move, type Run, restUntil, secondsFrom, type Turn } from './run.ts'
import { timedDoor } from './timed-door.ts'

/** Refused calls that never reached the network are tried this often. */
const mostUnsent = 5

/** Settings of a network's waiting times are scaled down in tests. */
export function settleSeconds(run: Run, seconds: number): number {
  return seconds * run.context.config.worker.settleScale
}

/**
 * The call that cannot be taken back. That it is about to be made is stored first; whoever finds the step open later
 * asks the network what became of it instead of making the call again.
 */
export async function commitTurn(run: Run, step: string): Promise<Turn> {
  await openStep(run, step)
  await run.context.checkpoint('intent.stored')
  let state: Record<string, unknown>
  try {
    state = await callOnce(run, step)
  } catch (error) {
    return afterCommitFailure(run, error)
  }
  await run.context.checkpoint('commit.answered')
  await move(run, { open_step: null, ...gettingOn, state: JSON.stringify(state) }, noteAttempt(run, 'succeeded'))
  await run.context.checkpoint('commit.stored')
  return 'next'
}

async function openStep(run: Run, step: string): Promise<void> {
  const { context, row, port } = run
  const now = context.now()
  const longest = (port.settling.callSeconds ?? 60) + settleSeconds(run, port.settling.seconds)
  const attempt = row.attempt + 1
  const intent = {
    open_step: step,
    attempt,
    attempted_at: now,
    settle_at: secondsFrom(now, longest),
    lookups: 0,
  }
  await move(run, intent, (tx) =>
    insertAttempt(tx, { publication_id: row.id, number: attempt, step, started_at: now, request_id: row.request_id }),
  )
}

/** @throws ProviderError, with the outcome `unsent` where nothing had left when something else failed */
async function callOnce(run: Run, step: string): Promise<Record<string, unknown>> {
  const { context, account, row, port } = run
  const callMs = (port.settling.callSeconds ?? 60) * 1000
  const door = timedDoor(context, (row.attempted_at ?? row.created_at).getTime() + callMs)
  const signal = AbortSignal.timeout(callMs)
  try {
    return await callAccount(context, { account, requestId: row.request_id, signal }, async (call) => {
      const publish: PublishCall<PublishPlatform> = await publishCall(run, { ...call, outbound: door.outbound })
      door.check()
      return port.commit(publish, row.state as never, step)
    })
  } catch (thrown) {
    if (thrown instanceof ProviderError || door.used()) throw thrown
    const { code, message, details, status } = asServiceError(translateDatabaseError(thrown))
    throw new ProviderError(code, message, 'not_sent', { details, status, cause: thrown })
  }
}

/**
 * A network that calls the second attempt a duplicate may have taken in the first one after we had looked for it: it is
 * asked once more before the caller hears of a duplicate.
 */
async function landedLate({ context, row }: Run, code: ErrorCode): Promise<boolean> {
  if (code !== 'duplicate_post') return false
  const attempts = await listAttempts(context.db, row.id)
  return attempts.filter(({ step, outcome }) => step === row.open_step && outcome === 'absent').length === 1
}

async function afterCommitFailure(run: Run, error: unknown): Promise<Turn> {
  const { context, row, port } = run
  const { code } = asServiceError(error)
  const outcome = (await landedLate(run, code)) ? 'indeterminate' : outcomeOfFailure(error)
  if (outcome === 'indeterminate') {
    context.log.warn(
      { requestId: row.request_id, publishId: row.id, step: row.open_step, err: error },
      'publish unclear',
    )
    const settleAt = secondsFrom(context.now(), settleSeconds(run, port.settling.seconds))
    return restUntil(run, settleAt, { settle_at: settleAt }, noteAttempt(run, 'unclear', code))
  }
  const isOurs = isStoreFailure(error)
  if (outcome === 'not_sent' && (isOurs || (row.tries + 1 < mostUnsent && code === 'provider_error'))) {
    const tries = row.tries + 1
    const at = secondsFrom(context.now(), pauseAfter(tries))
    return restUntil(run, at, { open_step: null, tries }, noteAttempt(run, 'refused', code))
  }
  return finishFailed(run, error, noteAttempt(run, 'refused', code))
}
