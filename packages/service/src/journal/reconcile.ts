import { claimedProviderIds, equalCallsEnd, hasDeletedUnknown, settleMediaLinks } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { maxClockSkewMs, type OpenCommit, type Verdict } from '@carillon/providers'
import { absentAttempts, attemptsOfStep, duplicateCode, firstStart } from './attempts-of-step.ts'
import { createdByOpen } from './claim-found.ts'
import { settleSeconds } from './commit.ts'
import { hasCommitted, isRejectedForGood, isTooOld, pauseAfter } from './failure.ts'
import { countAttempt, finishFailed, finishUnknown, mayBeReleased, noteAttempt, outcomeDetails } from './finish.ts'
import { lookUp, releasedUntil, settledAt } from './lost-changes.ts'
import { change, dueAt, logged, progressed, secondsFrom, suspendUntil } from './transition.ts'
import type { Progress, Run } from './write-kind.ts'

/** Seconds after the settle time of a call after which the call, if it has had no effect, will have none. */
const quietSeconds = 300

const restored = 'the database was restored from a backup, and the network does not show it.'

/**
 * Determines the outcome of an open step (a call whose outcome is not stored) by querying the network (a probe), once
 * the settle time has passed, in which the effect of the call becomes visible. If the network shows the effect, the
 * write continues after the step. The call is sent again if the adapter knows that this cannot double the effect. If
 * several probes find no effect, the write's kind decides whether the call is sent again or the write fails; a write of
 * a restored backup ends as unknown. Otherwise the write is suspended or ends as unknown. Once the write has been due
 * for more than a day, no call is sent again. A write that was probably never sent (`mayBeReleased`) is sent unless a
 * single probe shows what may be its effect.
 */
export async function reconcileStep(run: Run): Promise<Progress> {
  const { context, row, port } = run
  const settled = settledAt(run)
  if (settled && settled > context.now()) return suspendUntil(run, settled)
  const verdict = await probe(run).catch((error: unknown) => ({ kind: 'failed' as const, error }))
  if (mayBeReleased(row) && isUnreleased(run, verdict)) {
    await closeStep(run, 'absent', row.state)
    return 'continue'
  }
  switch (verdict.kind) {
    case 'done': {
      const others = await equalCalls(run)
      if (others) return suspendUntil(run, others)
      await closeStep(run, 'reconciled', verdict.state, progressed)
      return 'continue'
    }
    case 'again':
      if (row.restoredFrom !== null) return finishUnknown(run, restored)
      if (isTooOld(run)) return endUnconfirmed(run, verdict)
      if (verdict.mayBeDeleted && (await mayBeDeleted(run))) return finishUnknown(run, deletedMeanwhile)
      return repeatCall(run, verdict.state)
    case 'undecidable':
      return finishUnknown(run, verdict.reason)
    case 'absent':
      return afterAbsent(run, verdict.state ?? row.state)
    case 'failed': {
      context.log.warn({ ...logged(run), step: row.openStep, err: verdict.error }, 'write probe failed')
      if (isTooOld(run)) return finishUnknown(run, 'the network could not be queried.')
      const retries = row.stepRetries + 1
      const seconds = Math.max(pauseAfter(retries), settleSeconds(run, port.settling.probeIntervalSeconds))
      return suspendUntil(run, secondsFrom(context.now(), seconds), { stepRetries: retries })
    }
  }
}

type Probe = Verdict<object> | { kind: 'failed'; error: unknown }

/**
 * Returns whether a write that was probably never sent (`mayBeReleased`) is to be sent after a probe: if the network
 * shows nothing that may be its effect, or rejects the query, or has not responded until the write has been due for a
 * day.
 */
function isUnreleased(run: Run, verdict: Probe): boolean {
  switch (verdict.kind) {
    case 'done':
      return false
    case 'undecidable':
      return verdict.isSeen !== true
    case 'failed':
      return isRejectedForGood(verdict.error) || isTooOld(run)
    case 'absent':
    case 'again':
      return true
    default:
      return verdict satisfies never
  }
}

async function probe(run: Run): Promise<Verdict<object>> {
  const { context, account, row } = run
  const latestAt = row.attemptedAt ?? dueAt(row)
  const startedAt = firstStart(await attemptsOfStep(run)) ?? latestAt
  // Adapters look back by their tolerance, and either clock may be ahead, so writes that ended before count as well.
  const since = new Date(startedAt.getTime() - 2 * maxClockSkewMs)
  const others = { accountId: account.id, kind: row.kind, except: row.id }
  const begun = await createdByOpen(run)
  const until = releasedUntil(run)
  const open: OpenCommit = {
    step: row.openStep ?? '',
    startedAt,
    latestAt,
    ...(until && { until }),
    claimed: new Set([...begun.createdIds, ...(await claimedProviderIds(context.db, { ...others, since }))]),
    mayBeOthers: begun.isAnyUnnamed,
    linksFetched: await settleMediaLinks(context.db, { writeId: row.id, attempt: row.attempt, now: context.now() }),
  }
  return lookUp(run, open)
}

/**
 * Returns the time by which the calls have ended that equal writes (of the same account at the network and kind, with
 * the same payload) have in flight. The object that a probe has found may be that of such a call, whose response has
 * not arrived. Null if no such call is in flight, and for a write that is too old to wait.
 */
async function equalCalls(run: Run): Promise<Date | null> {
  const { context, account, row } = run
  if (isTooOld(run)) return null
  return equalCallsEnd(context.db, { accountId: account.id, kind: row.kind, id: row.id, now: context.now() })
}

const deletedMeanwhile = 'an object of the account was deleted meanwhile, which may have been it.'

/**
 * Returns whether the effect of the open step may be missing because it was deleted through the API after the call
 * began. The call must not be made again then.
 */
async function mayBeDeleted({ context, account, row, kind }: Run): Promise<boolean> {
  const { deletedBy } = kind
  const begun = firstStart(await attemptsOfStep({ context, row, kind }))
  if (deletedBy === undefined || begun === undefined) return false
  return hasDeletedUnknown(context.db, { accountId: account.id, kind: deletedBy, since: begun })
}

/** Handles a probe that did not find the effect. Several such probes are needed, as a single one may be too early. */
async function afterAbsent(run: Run, state: object): Promise<Progress> {
  const { context, row, port, kind } = run
  const probes = row.probes + 1
  if (probes < port.settling.maxProbes) {
    const seconds = settleSeconds(run, port.settling.probeIntervalSeconds)
    return suspendUntil(run, secondsFrom(context.now(), seconds), { probes })
  }
  // The installation from which the backup was taken may have sent the write in another way than this row records.
  if (row.restoredFrom !== null) return finishUnknown(run, restored)
  if (kind.whenAbsent === 'fail') {
    if (row.changesLostAt !== null) await change(run, { changesLostAt: null })
    return finishAbsent(run)
  }
  if (await mayBeDeleted(run)) return finishUnknown(run, deletedMeanwhile)
  if (!isTooOld(run)) return repeatCall(run, state)
  // In one change, as a write whose step is closed would be sent again.
  if (!port.undo && !(await hasCommitted(run))) return finishAbsent(run)
  await closeStep(run, 'absent', state)
  if (port.undo) return finishAbsent(run)
  return finishUnknown(run, 'the network took its beginning and did not confirm the rest.')
}

/**
 * Ends a write that is too old to be sent again: as failed if the network shows that none of its calls has had an
 * effect, and still does so five minutes after the settle time of the last call, otherwise as unknown. Without that
 * pause, only the same call could be repeated safely, but a client that learns of the failure makes another one.
 */
async function endUnconfirmed(run: Run, { isAbsent = false }: { isAbsent?: boolean }): Promise<Progress> {
  const { context, row, port } = run
  if (!isAbsent || port.undo || (await hasCommitted(run))) {
    return finishUnknown(run, 'the network did not confirm it within a day.')
  }
  const at = secondsFrom(row.settleAt ?? context.now(), quietSeconds)
  return at > context.now() ? suspendUntil(run, at) : finishAbsent(run)
}

/** Ends a write as failed because the network shows no effect of it. Its attempt ends as `absent` if it is open. */
function finishAbsent(run: Run): Promise<Progress> {
  const { thing, done } = run.kind.words
  const message = `The network did not confirm the ${thing}, and it was not ${done}. It is safe to try again.`
  const error = new ServiceError('provider_error', message, { details: outcomeDetails(run.kind, 'absent') })
  return finishFailed(run, error, run.row.openStep === null ? undefined : noteAttempt(run, 'absent', error.code))
}

/**
 * Closes an open step that had no effect, so that its call is made again: the first time at once, then after pauses
 * that grow with each repetition. During a pause the step stays open, and the network is queried once more after it.
 */
async function repeatCall(run: Run, state: object): Promise<Progress> {
  const { context, row } = run
  const repeated = (await absentAttempts(run)).length
  const at = secondsFrom(row.settleAt ?? context.now(), repeated === 0 ? 0 : pauseAfter(repeated))
  if (at > context.now()) return suspendUntil(run, at)
  await closeStep(run, 'absent', state)
  return 'continue'
}

/**
 * Closes an open step. An absent effect does not count as progress, so that a call that kills its process is not
 * repeated forever.
 */
async function closeStep(
  run: Run,
  outcome: 'reconciled' | 'absent',
  state: object,
  counts: Partial<typeof progressed> = { stepRetries: 0 },
): Promise<void> {
  const found = { openStep: null, changesLostAt: null, ...counts, state: JSON.stringify(state) }
  const code = (await attemptsOfStep(run)).at(-1)?.errorCode
  // Kept, so that a call that is rejected as a duplicate again is not repeated until the write is too old.
  const kept = outcome === 'absent' && code === duplicateCode ? code : null
  await change(run, found, noteAttempt(run, outcome, kept))
  countAttempt(run, outcome)
}
