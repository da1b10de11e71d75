import { createHash } from 'node:crypto'
import { idAt, type NewExternalWrite, readKnownEpoch, type ScheduleRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { onKnownTimeline } from '../journal/on-known-timeline.ts'
import { publishKind } from '../publishing/run/publish-kind.ts'

const hourMs = 3_600_000
/** The maximum assumed difference in ms between the clocks of processes and of the database. */
const clockSkewMs = 2_000

/**
 * Returns a source of bytes that depend only on the schedule's id, so that a schedule that becomes a write a second
 * time, after a failover, has the same keys at the network.
 */
function bytesOf(id: string): (length: number) => Buffer {
  let count = 0
  return (length) => {
    const parts: Buffer[] = []
    for (let size = 0; size < length; size += 32) parts.push(createHash('sha256').update(`${id} ${count++}`).digest())
    return Buffer.concat(parts).subarray(0, length)
  }
}

/**
 * Returns the time from which the age of the write counts, which networks may show as that of the post: when the
 * schedule was due, or now if it was released (it then has no start) or is published at least an hour later.
 */
function dueOf({ dueAt, startAt }: ScheduleRow, now: Date): Date {
  const lateMs = now.getTime() - dueAt.getTime()
  return startAt !== null && lateMs >= 0 && lateMs < hourMs ? dueAt : now
}

/** The columns of a write of which the database may have lost an earlier row. */
type LostColumns = Required<Pick<NewExternalWrite, 'changesLostAt' | 'attemptedAt'>>

/** A period of which the database may lack changes; `from` is null if its beginning is not known. */
interface Loss {
  from: Date | null
  until: Date
}

/**
 * Returns the periods before the last failover, or one within a day before it, and before the last restore whose
 * changes the database may lack; undefined for one that was not, and for a failover to a server with all changes.
 */
async function readLosses(context: Context): Promise<{ failover: Loss | undefined; restore: Loss | undefined }> {
  const epoch = await onKnownTimeline(context, () => readKnownEpoch(context.db))
  const { raisedAt, lostFrom, completeUntil, restoredAt, restoredFrom } = epoch
  const isComplete = context.config.promotesSynchronous || raisedAt === null
  return {
    failover: isComplete ? undefined : { from: lostFrom ?? completeUntil, until: raisedAt },
    restore: restoredAt === null ? undefined : { from: restoredFrom, until: restoredAt },
  }
}

/** Returns the earliest or latest of some times. */
const earliestOf = (...times: Date[]) => new Date(Math.min(...times.map(Number)))
const latestOf = (...times: Date[]) => new Date(Math.max(...times.map(Number)))

/**
 * Returns the columns that mark the write of a schedule, so that it is looked up at the network before it is sent, if a
 * former database server may have turned the schedule into a write, and the database lacks that since a failover or
 * restore. `wasDue` is true if its time had come by the failover. Otherwise a user has to have released or moved it
 * earlier in the last moments before, or to have released a held one after the restore: `changesLostAt` is then before
 * the write, which marks it as probably unsent (`mayBeReleased`), and a schedule of a network without look-up is not
 * marked. Undefined for all other schedules.
 * @param options.sentAt the time at which the schedule was due, or `now` if it is released earlier
 */
async function lostColumns(
  context: Context,
  { dueAt, createdAt }: ScheduleRow,
  { now, sentAt, isFindable }: { now: Date; sentAt: Date; isFindable: boolean },
): Promise<{ wasDue: boolean; columns: LostColumns } | undefined> {
  const { failover, restore } = await readLosses(context)
  if (failover && failover.until.getTime() > dueAt.getTime() - clockSkewMs) {
    const lostFrom = latestOf(failover.from ?? sentAt, createdAt)
    return { wasDue: true, columns: { changesLostAt: now, attemptedAt: earliestOf(lostFrom, sentAt) } }
  }
  const losses = [failover, restore].flatMap((loss) =>
    loss && createdAt.getTime() < loss.until.getTime() + clockSkewMs ? [loss] : [],
  )
  if (losses.length === 0 || !isFindable) return undefined
  const lostFrom = latestOf(earliestOf(...losses.map(({ from }) => from ?? createdAt)), createdAt)
  // Before the write, even if the clock of the database has been put back since.
  const changesLostAt = earliestOf(latestOf(...losses.map(({ until }) => until)), new Date(now.getTime() - 1))
  return { wasDue: false, columns: { changesLostAt, attemptedAt: earliestOf(lostFrom, sentAt) } }
}

/**
 * Builds the external write that a due or released schedule becomes. Stores nothing. The first state of the write, with
 * the keys by which the network recognizes it, depends only on the schedule and its due time (`now` if it is released
 * earlier). So does the id within an hour after the due time. Later, or if the schedule was held or released, the id
 * contains `now`, so that the write is listed with the publishes of that time. If a former database server may have
 * taken the schedule when it was due, the id contains the due time. If it may have taken it then or earlier, the write
 * is looked up at the network for what was created since the last commit that survived the failover (`attemptedAt`).
 * @param now the time at which the schedule is published, on the clock of the database
 * @throws ServiceError `not_supported` if the platform cannot publish
 */
export async function scheduledWrite(
  context: Context,
  row: ScheduleRow,
  now: Date,
): Promise<NewExternalWrite & { scheduled: Pick<ScheduleRow, 'id' | 'version' | 'keyId' | 'startAt'> }> {
  const port = await publishKind.port(context, row.platform)
  if (!port) throw new ServiceError('not_supported', 'The platform does not support this action.')
  const dueAt = dueOf(row, now)
  const earliest = row.dueAt < dueAt ? row.dueAt : dueAt
  const lost = await lostColumns(context, row, { now, sentAt: earliest, isFindable: port.recover !== undefined })
  const wasDue = lost?.wasDue === true
  const random = bytesOf(row.id)
  const id = idAt(wasDue ? earliest : row.status === 'held' ? now : dueAt, random(16))
  const state = port.begin({ writeId: id, items: row.items, now: row.dueAt < now ? row.dueAt : now, random })
  const isOfDay = row.budgetDay === dueAt.toISOString().slice(0, 10)
  return {
    ...{ id, kind: publishKind.name, platform: row.platform, requestId: row.requestId },
    ...{ organizationId: row.organizationId, profileId: row.profileId, accountId: row.accountId },
    ...{ payload: JSON.stringify(row.payload), state: JSON.stringify(state) },
    ...{ createdAt: now, dueAt, wakeAt: now },
    scheduled: { id: row.id, version: row.version, keyId: row.keyId, startAt: row.startAt },
    ...(isOfDay && { budget: row.budget, budgetKeyIds: row.budgetKeyIds }),
    ...lost?.columns,
  }
}
