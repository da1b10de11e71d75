import type { BudgetTake, ScheduledFileRow, ScheduleRow, Tx } from '@carillon/database'
import { type PublishTime, type RequestedTime, requestedTime, requireAhead } from '@carillon/domain'
import type { MediaFile } from '@carillon/media'
import type { Context } from '../context.ts'
import { publishKind } from '../publishing/run/publish-kind.ts'
import type { Grant } from '../request.ts'
import { nextSlot, type SlotOwner } from './next-slot.ts'
import { zoneRules } from './zone-rules.ts'

/** The columns of a schedule that say when it is due. */
export interface DueColumns {
  dueAt: Date
  localTime: string | null
  timeZone: string | null
  zoneRules: string | null
  note: string | null
}

/** The columns for a time. */
function dueColumns({ instant, local, timeZone, note }: PublishTime): DueColumns {
  return { dueAt: instant, localTime: local, timeZone, zoneRules: timeZone === null ? null : zoneRules, note }
}

/** Decides when a schedule is due, in the transaction that stores it. */
export type DueIn = (tx: Tx, now: Date) => Promise<DueColumns>

/**
 * The time that a request names, by the clock of the database: a process whose clock is wrong schedules nothing in the
 * past. A slot is found when the schedule is stored.
 * @throws ServiceError `invalid_request`, `no_free_slot`
 */
export async function requestedDue(
  context: Context,
  requested: RequestedTime | { nextSlot: true },
  owner: SlotOwner,
): Promise<DueIn> {
  if (typeof requested === 'object' && 'nextSlot' in requested) {
    const slotIn = await nextSlot(context, owner)
    return async (tx, now) => dueColumns(await slotIn(tx, now))
  }
  const time = requestedTime(requested)
  requireAhead(time, await context.databaseNow())
  return async () => dueColumns(time)
}

/** What a schedule takes from the budgets of a key. */
export function budgetOf({ keyId, budgets }: Pick<Grant, 'keyId' | 'budgets'>): BudgetTake | undefined {
  const { budget } = publishKind
  return budget === undefined || budgets?.[budget] === undefined ? undefined : { keyId, budget }
}

/**
 * The budget from which a schedule has to be taken because a key makes it its own: one with a budget that releases the
 * schedule of another key, or writes another post into it. Without this a key could publish more than its budget allows.
 */
export function ownBudget({ keyId }: Pick<ScheduleRow, 'keyId'>, grant: Grant): BudgetTake | undefined {
  return keyId === grant.keyId ? undefined : budgetOf(grant)
}

/** The row of a file that belongs to a schedule. */
export function scheduledFile(
  file: MediaFile,
  owner: { organizationId: string; scheduleId: string; now: Date },
): ScheduledFileRow {
  return {
    id: file.id,
    organizationId: owner.organizationId,
    scheduleId: owner.scheduleId,
    contentType: file.contentType,
    bytes: file.bytes,
    sha256: file.sha256,
    width: file.width,
    height: file.height,
    durationSeconds: file.durationSeconds,
    createdAt: owner.now,
  }
}
