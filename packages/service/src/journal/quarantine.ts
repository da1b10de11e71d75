import type { ClaimedFrom, ExternalWriteRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { finishFailed, finishUnknown } from './finish.ts'
import type { ClaimedWrite, Progress } from './write-kind.ts'

/** A write during which this many processes died without progress is not resumed. */
const maxCrashes = 6
/** From this many deaths on, the pauses before resuming grow, because the write may be the cause. */
const suspectCrashes = 3

/** Whether the maximum number of processes has crashed over a write. */
export function isQuarantined(row: ExternalWriteRow): boolean {
  return row.crashCount >= maxCrashes
}

/** Whether the process that held the row before died, and not for the first time. */
export function isSuspect(before: ClaimedFrom | null, row: ExternalWriteRow): boolean {
  return before !== null && before.runningSince !== null && row.crashCount >= suspectCrashes && !isQuarantined(row)
}

/** Ends a quarantined write: as failed if nothing was sent, otherwise as unknown. */
export function quarantine(run: ClaimedWrite): Promise<Progress> {
  if (run.row.openStep !== null) return finishUnknown(run, 'the service failed over it several times.')
  return finishFailed(run, new Error('several processes died over a write'))
}

/** Ends a write whose account was disconnected, or whose network no longer supports the action. */
export function afterGone(claimed: ClaimedWrite): Promise<Progress> {
  if (claimed.row.openStep !== null) return finishUnknown(claimed, 'the account was disconnected meanwhile.')
  const { thing, done } = claimed.kind.words
  const message = `The account was disconnected before the ${thing} was ${done}.`
  return finishFailed(claimed, new ServiceError('account_not_found', message))
}
