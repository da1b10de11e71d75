import { createHash } from 'node:crypto'
import { type NewExternalWrite, readDatabaseEpoch, type ScheduleRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { publishKind } from '../publishing/run/publish-kind.ts'

const hourMs = 3_600_000
/** By how much the clocks of processes and of the database may differ, in milliseconds. */
const clockSkewMs = 2_000

/** Bytes that follow from the id of a schedule: a schedule that is taken again after a failover becomes the same write. */
function bytesOf(id: string): (length: number) => Buffer {
  let count = 0
  return (length) => {
    const parts: Buffer[] = []
    for (let size = 0; size < length; size += 32) parts.push(createHash('sha256').update(`${id} ${count++}`).digest())
    return Buffer.concat(parts).subarray(0, length)
  }
}

/**
 * An id of version 7 for a time, with bits that are given.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.7 (read 2026-11-25)
 */
function idAt(time: Date, random: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(time.getTime(), 0, 6)
  random.copy(bytes, 6, 0, 10)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * From when on the age of the write counts: from when the schedule was due, or from now on if it is released before or
 * long after that.
 */
function dueOf({ dueAt }: ScheduleRow, now: Date): Date {
  const lateMs = now.getTime() - dueAt.getTime()
  return lateMs >= 0 && lateMs < hourMs ? dueAt : now
}

/**
 * Whether an earlier server may have taken the schedule before a standby was promoted that lacks it. The write is then
 * looked up at its network before anything is sent.
 */
async function mayHaveBeenTaken(context: Context, { dueAt, status, updatedAt }: ScheduleRow): Promise<boolean> {
  if (context.config.promotesSynchronous) return false
  const { raisedAt } = await readDatabaseEpoch(context.db)
  if (raisedAt === null) return false
  const since = status === 'held' ? updatedAt : dueAt
  return raisedAt.getTime() > since.getTime() - clockSkewMs
}

/** The write that a schedule becomes. */
export async function scheduledWrite(
  context: Context,
  row: ScheduleRow,
  now: Date,
): Promise<NewExternalWrite & { scheduled: { id: string; version: number } }> {
  const port = await publishKind.port(context, row.platform)
  if (!port) throw new ServiceError('not_supported', 'The platform does not support this action.')
  const dueAt = dueOf(row, now)
  const random = bytesOf(row.id)
  const id = idAt(dueAt, random(16))
  const state = port.begin({ writeId: id, items: row.items, now: dueAt, random })
  const isOfDay = row.budgetDay === dueAt.toISOString().slice(0, 10)
  return {
    ...{ id, kind: publishKind.name, platform: row.platform, requestId: row.requestId },
    ...{ organizationId: row.organizationId, profileId: row.profileId, accountId: row.accountId },
    ...{ payload: JSON.stringify(row.payload), state: JSON.stringify(state) },
    ...{ createdAt: now, dueAt, wakeAt: now, scheduled: { id: row.id, version: row.version } },
    ...(isOfDay && { budget: row.budget, budgetKeyIds: row.budgetKeyIds }),
    ...((await mayHaveBeenTaken(context, row)) && { changesLostAt: now }),
  }
}
