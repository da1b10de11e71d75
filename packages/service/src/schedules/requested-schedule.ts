import type { BudgetTake, ScheduledFileRow, ScheduleRow, Tx } from '@carillon/database'
import { type PublishTime, type RequestedTime, requestedTime, requireAhead } from '@carillon/domain'
import type { MediaFile } from '@carillon/media'
import type { Context } from '../context.ts'
import { takenBy } from '../journal/new-write.ts'
import { mediaFileRow } from '../publishing/body/stored-post.ts'
import { publishKind } from '../publishing/run/publish-kind.ts'
import type { Grant } from '../request.ts'
import { nextSlot, type SlotOwner } from './next-slot.ts'

/** The version of the IANA time zone data of this process, such as `2026c`; empty if Node does not report one. */
export const zoneRules = process.versions['tz'] ?? ''

/**
 * The columns of a schedule that determine when it is due. `zoneRules` is the version of the time zone rules by which
 * `localTime` was converted. For a time with an offset, `localTime`, `timeZone` and `zoneRules` are null. `note` says
 * how `dueAt` differs from the requested local time; null if it does not.
 */
export interface DueColumns {
  dueAt: Date
  localTime: string | null
  timeZone: string | null
  zoneRules: string | null
  note: string | null
}

/** Converts a publishing time to the columns of a schedule. */
function dueColumns({ instant, local, timeZone, note }: PublishTime): DueColumns {
  return { dueAt: instant, localTime: local, timeZone, zoneRules: timeZone === null ? null : zoneRules, note }
}

/**
 * A function that determines when a schedule is due. Called in the transaction that stores the schedule, with the time
 * of the database.
 */
export type DueIn = (tx: Tx, now: Date) => Promise<DueColumns>

/** Returns whether a request wants the next free slot instead of a time. */
export function isNextSlot(requested: RequestedTime | { nextSlot: true }): requested is { nextSlot: true } {
  return typeof requested === 'object' && 'nextSlot' in requested
}

/**
 * Checks the time in a request, by the clock of the database, and returns a function that returns the columns of the
 * schedule's time. Call it in the transaction that stores the schedule: a request for the next slot gets its slot then.
 * @throws ServiceError `invalid_request` for a time that is not allowed, `no_free_slot` as `nextSlot` does
 */
export async function requestedDue(
  context: Context,
  requested: RequestedTime | { nextSlot: true },
  owner: SlotOwner,
): Promise<DueIn> {
  if (isNextSlot(requested)) {
    const slotIn = await nextSlot(context, owner)
    return async (tx, now) => dueColumns(await slotIn(tx, now))
  }
  const time = requestedTime(requested)
  requireAhead(time, await context.databaseNow())
  return async () => dueColumns(time)
}

/**
 * Returns the budget `publishesPerDay` of the API key, of which each of its schedules consumes a unit; undefined if the
 * key has no such budget, so that its publishes are not limited.
 */
export function budgetOf(grant: Pick<Grant, 'keyId' | 'budgets'>): BudgetTake | undefined {
  return takenBy(publishKind, grant)
}

/**
 * Returns the budget that a schedule has to consume when a key releases it or replaces its post: that of this key.
 * Undefined if the schedule consumes it already, or the key has no budget. Without this rule, a key could publish more
 * than its budget.
 * @param grant the access of the key that releases or changes the schedule
 */
export function ownBudget({ keyId, budget }: Pick<ScheduleRow, 'keyId' | 'budget'>, grant: Grant) {
  return keyId === grant.keyId && budget !== null ? undefined : budgetOf(grant)
}

/** Builds the database row of a media file of a schedule. Stores nothing. */
export function scheduledFile(
  file: MediaFile,
  { scheduleId, ...owner }: { organizationId: string; scheduleId: string; now: Date },
): ScheduledFileRow {
  return { ...mediaFileRow(file, { ...owner, writeId: null }), scheduleId }
}
