import type { ExternalWriteChanges, ExternalWriteRow, Tx, WriteError } from '@carillon/database'
import type { Attempt } from '@carillon/domain'
import { asServiceError, ServiceError } from '@carillon/errors'
import type { Leftover } from '@carillon/providers'
import { AlreadyClaimedError, claimFound } from './claim-found.ts'
import { type Beside, change, dueAt, logged, progressed } from './transition.ts'
import type { ClaimedWrite, Progress, Run, WriteKind } from './write-kind.ts'

/**
 * Converts an error to the form in which the row of a write stores it. Errors that are not a `ServiceError` become
 * `internal_error`.
 */
export function storedError(thrown: unknown): WriteError {
  const { code, message, details, status, retryAfter } = asServiceError(thrown)
  return { code, message, status, ...(details !== undefined && { details }), ...(retryAfter && { retryAfter }) }
}

/**
 * Builds the record of how the current attempt of a write ended. Pass it as `beside` to the function that changes the
 * write, such as `finishFailed`, which stores it in the same statement. Stores nothing itself.
 * @param errorCode the code of the error that ended the attempt; null if none did
 */
export function noteAttempt(run: ClaimedWrite, outcome: Attempt['outcome'], errorCode: string | null = null): Beside {
  const ended = { number: run.row.attempt, endedAt: run.context.now(), outcome, errorCode }
  return { attempt: ended }
}

/** Counts one attempt of a write by its kind and `outcome` (such as `succeeded`), for the metric `write_attempts`. */
export function countAttempt({ context, row }: ClaimedWrite, outcome: string): void {
  context.counters.add('write_attempts', [row.kind, outcome])
}

/**
 * Returns the `details` of an error if they are an object with named fields, otherwise (also for a list) an empty
 * object.
 */
export function asObject(details: unknown): object {
  return typeof details === 'object' && details !== null && !Array.isArray(details) ? details : {}
}

/**
 * Returns the network's ids of objects that were created before a rejection, from the `postIds` in the error's details;
 * empty if none exist.
 */
export function createdBefore(thrown: unknown): string[] {
  const details = thrown instanceof ServiceError ? asObject(thrown.details) : {}
  const ids = 'postIds' in details ? details.postIds : []
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/**
 * Builds the `details` of an error about a write: `{ outcome }` with `unknown` or, if the write had no effect
 * (`absent`), with its kind's word for that, such as `not_posted`. Undefined for kinds that do not report an outcome.
 */
export function outcomeDetails({ absentOutcome }: WriteKind, outcome: 'absent' | 'unknown') {
  if (absentOutcome === undefined) return undefined
  return { outcome: outcome === 'absent' ? absentOutcome : outcome }
}

/** Returns the objects of a failed write that remain at the network; empty if none exist. */
function leftoversOf({ row, port }: ClaimedWrite): readonly Leftover[] {
  return port?.leftovers?.(row.state) ?? []
}

/**
 * Adds the objects that remain at the network to the details of a stored error, as `leftovers`; returns the error
 * unchanged if none exist. They replace a list of invalid fields, of which the message has the explanation.
 */
export function withLeftovers(error: WriteError, leftovers: readonly Leftover[]): WriteError {
  return leftovers.length === 0 ? error : { ...error, details: { ...asObject(error.details), leftovers } }
}

const over = { wakeAt: null, runningSince: null, openStep: null } as const

const unsentOutcomes: ReadonlySet<Attempt['outcome']> = new Set(['not_sent', 'absent'])

type End = Pick<ExternalWriteRow, 'status'> &
  Pick<ExternalWriteChanges, 'providerIds' | 'result' | 'error' | 'state' | keyof typeof progressed>

/**
 * Returns whether a write consumed a budget of its API key, and the attempt that ends with the write, if any, did not
 * reach the network. The budget is then given back.
 */
function isUnsent({ row }: ClaimedWrite, attempt: Beside['attempt']): boolean {
  if (row.budget === null) return false
  return attempt === undefined || ('outcome' in attempt && unsentOutcomes.has(attempt.outcome))
}

async function finish(
  run: ClaimedWrite,
  end: End,
  { thrown, beside }: { thrown?: unknown; beside?: Beside | undefined } = {},
) {
  const { context } = run
  await context.checkpoint('finish.next')
  const { onEnd } = run.kind
  const claim = end.status === 'succeeded' ? await claimFound(run, end.providerIds ?? []) : undefined
  const rows =
    (claim || onEnd) &&
    (async (tx: Tx, row: ExternalWriteRow) => {
      await claim?.(tx)
      await onEnd?.(tx, { context, row })
    })
  const givesBack = end.status === 'failed' && isUnsent(run, beside?.attempt)
  await change(run, { ...over, ...end }, { ...beside, givesBack, rows })
  const { row } = run
  context.counters.add('writes_ended', [row.kind, row.status])
  const seconds = (context.now().getTime() - dueAt(row).getTime()) / 1_000
  context.durations.observe('write', [row.kind, row.platform, row.status], seconds)
  const outcome = { outcome: row.status, attempts: row.attempt, ...(row.error && { code: row.error.code }) }
  context.log.info({ ...logged(run), ...outcome, ...(thrown !== undefined && { err: thrown }) }, 'write ended')
  return 'stop' as const
}

/**
 * Ends a write after its last step. The write succeeds with `result`; if its earlier commits (irreversible calls) have
 * been undone, it fails with the stored error that was the reason. It ends as unknown if the object that a probe found
 * for it belongs to another write (`claimFound`).
 * @param changes further columns to change, such as the state after the last commit
 * @param beside further rows to store with the change, such as that of `noteAttempt`
 */
export async function finishDone(
  run: ClaimedWrite | Run,
  result: unknown,
  changes: Pick<End, 'state' | keyof typeof progressed> = {},
  beside?: Beside,
): Promise<Progress> {
  const { row, kind } = run
  if (row.error !== null)
    return finish(run, { status: 'failed', error: JSON.stringify(withLeftovers(row.error, leftoversOf(run))) })
  const end = { status: 'succeeded', providerIds: kind.providerIds(result), result: JSON.stringify(result) } as const
  try {
    return await finish(run, { ...end, ...changes }, { beside })
  } catch (error) {
    if (!(error instanceof AlreadyClaimedError)) throw error
    if (beside) await change(run, { openStep: null, ...changes }, beside)
    return finishUnknown(run, 'what the network shows may be that of another one.', [])
  }
}

/**
 * Returns whether a write may have been sent only if its schedule was released or moved to an earlier time in the last
 * moments before a failover, and the database lost that. The failover was noticed before the schedule became the write.
 * Such a write was probably never sent. The network is queried once, for the time of the failover, and the write ends
 * as `unknown` only if the network shows what may be its effect.
 */
export function mayBeReleased({ restoredFrom, changesLostAt, createdAt }: ExternalWriteRow): boolean {
  return restoredFrom === null && changesLostAt !== null && changesLostAt < createdAt
}

const restored = 'the database was restored from a backup, and the network could not be queried.'
const failedOver = 'the database failed over to a server that may lack its last changes, and it was not looked up.'

/**
 * Ends a write as failed, with a refund of its budget if nothing was sent, and returns `stop`, so that its run ends. If
 * the write has an account and the adapter can undo its earlier commits (irreversible calls to the network), this is
 * done first: the write continues, and `continue` is returned. If a restored backup or a failover may have lost changes
 * of the write, it ends as `unknown` instead, because it may have been sent; not if this is improbable
 * (`mayBeReleased`).
 * @param thrown the reason of the failure, which is stored with the write
 * @param beside further rows to store with the change, such as that of `noteAttempt`
 */
export async function finishFailed(run: ClaimedWrite | Run, thrown: unknown, beside?: Beside): Promise<Progress> {
  const { restoredFrom, changesLostAt } = run.row
  if (restoredFrom !== null || (changesLostAt !== null && !mayBeReleased(run.row))) {
    run.context.log.warn({ ...logged(run), err: thrown }, 'write with lost changes could not be looked up')
    return finishUnknown(run, restoredFrom === null ? failedOver : restored)
  }
  const stored = storedError(thrown)
  const undone = 'account' in run && run.row.error === null ? run.port.undo?.(run.row.state) : undefined
  if (undone) {
    const error = JSON.stringify(stored)
    run.context.log.warn({ ...logged(run), err: thrown }, 'write undone')
    await change(run, { openStep: null, state: JSON.stringify(undone), error, ...progressed }, beside)
    return 'continue'
  }
  // After an undo, the reason for it stays stored.
  const error = JSON.stringify(withLeftovers(run.row.error ?? stored, leftoversOf(run)))
  return finish(run, { status: 'failed', providerIds: createdBefore(thrown), error }, { thrown, beside })
}

/**
 * Ends a write as `unknown` because its outcome cannot be determined. It is never sent again; `decideWrite` can decide
 * it later, for an operator, a client or an event of the network.
 * @param reason a clause with a full stop that says why, for the error message: it follows `It is not known whether …:`
 * @param providerIds the network's ids of what is known to have been created; by default those in the adapter's state
 */
export function finishUnknown(
  run: ClaimedWrite | Run,
  reason: string,
  providerIds = [...(run.port?.createdIds?.(run.row.state) ?? [])],
): Promise<Progress> {
  const { thing, done } = run.kind.words
  const message = `It is not known whether the ${thing} was ${done}: ${reason} Look at the account before sending it again.`
  const leftovers = leftoversOf(run)
  const facts = { ...outcomeDetails(run.kind, 'unknown'), ...(leftovers.length > 0 && { leftovers }) }
  const details = Object.keys(facts).length > 0 ? facts : undefined
  const error = new ServiceError('provider_error', message, { details })
  const beside = run.row.openStep === null ? undefined : noteAttempt(run, 'indeterminate', 'provider_error')
  const end = { status: 'unknown', providerIds, error: JSON.stringify(storedError(error)) } as const
  return finish(run, end, { thrown: error, beside })
}
