import type { ClaimedFrom, ExternalWriteRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { hasCommitted } from './failure.ts'
import { finishFailed, finishUnknown, mayBeReleased } from './finish.ts'
import type { ClaimedWrite, Progress } from './write-kind.ts'

/** The number of processes that may die during a write without progress before it is ended. */
const maxCrashes = 6
/** The number of processes that died during a write from which it pauses before it resumes, as it may be the cause. */
const suspectCrashes = 3

/**
 * Returns whether six processes in a row have died while carrying out a write, without progress between, so that
 * Carillon ends it with `quarantine` instead of carrying it out again.
 */
export function isQuarantined(row: ExternalWriteRow): boolean {
  return row.crashCount >= maxCrashes
}

/**
 * Returns whether the last process that carried out the write has died, as the third, fourth or fifth in a row without
 * progress. The write may be the cause, so it has to pause before it is resumed. After the sixth, it has to be ended
 * instead (`isQuarantined`).
 * @param before the row as the claim found it; null for a new write
 */
export function isSuspect(before: ClaimedFrom | null, row: ExternalWriteRow): boolean {
  return before !== null && before.runningSince !== null && row.crashCount >= suspectCrashes && !isQuarantined(row)
}

/**
 * Returns whether the write may have had an effect: a call is open, or the network has accepted the write or an earlier
 * call of it that cannot be undone.
 */
async function mayBeThere(claimed: ClaimedWrite): Promise<boolean> {
  const { row, port } = claimed
  // A look-up for a release that was probably never made is no call.
  if (row.openStep !== null) return !mayBeReleased(row)
  return !port?.undo && (row.acceptedAt !== null || (await hasCommitted(claimed)))
}

/**
 * Ends a write over which too many processes have died: as unknown if a call is open, or if the network has accepted
 * something that cannot be undone, otherwise as failed with `internal_error`. Returns `continue` if its earlier calls
 * are to be undone first.
 */
export async function quarantine(run: ClaimedWrite): Promise<Progress> {
  if (await mayBeThere(run)) return finishUnknown(run, 'the service failed over it several times.')
  return finishFailed(run, new Error('several processes died over a write'))
}

/**
 * Ends a write whose account was disconnected, or whose platform no longer supports the action: as unknown if a call is
 * open, or if the network has accepted something and the adapter has no `undo`, otherwise as failed with
 * `account_not_found`. Undoes nothing: what remains at the network is listed in the error's details.
 */
export async function afterGone(claimed: ClaimedWrite): Promise<Progress> {
  if (await mayBeThere(claimed)) return finishUnknown(claimed, 'the account was disconnected meanwhile.')
  const { thing, done } = claimed.kind.words
  const message = `The account was disconnected before the ${thing} was ${done}.`
  return finishFailed(claimed, new ServiceError('account_not_found', message))
}
