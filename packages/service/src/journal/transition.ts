import { randomUUID } from 'node:crypto'
import {
  type ChangedBeside,
  changeExternalWrite,
  type ExternalWriteChanges,
  type ExternalWriteRow,
  type NewJob,
  readExternalWrite,
  type Tx,
  transaction,
} from '@carillon/database'
import { jobFor } from '../queue/job-rows.ts'
import { retryStorageFailures } from '../storage-failure.ts'
import { eventsOfChange } from './change-events.ts'
import type { ClaimedWrite, Progress, WriteKind, WritePart } from './write-kind.ts'

/** Another process, a webhook or the operator has changed the write, so this process must stop. */
export class ConcurrentUpdateError extends Error {
  override readonly name = 'ConcurrentUpdateError'
}

/** Stored together with a change: in the same statement, and `rows` in the same transaction with the changed row. */
export interface Beside extends ChangedBeside {
  rows?: ((tx: Tx, row: ExternalWriteRow) => Promise<void>) | undefined
}

/** Part of every stored result: retries and crashes are counted from zero again. */
export const progressed = { stepRetries: 0, crashCount: 0 } as const

/** How long a change is retried while the database fails, in milliseconds; well within the lease of the row. */
const storesAgainForMs = 20_000

/**
 * Changes the row unless it was changed meanwhile. If the database fails, the change is retried, because the result of
 * a network call must not be lost over a broken connection.
 * @throws ConcurrentUpdateError if another process has changed the row
 */
export async function change(
  run: ClaimedWrite,
  changes: ExternalWriteChanges,
  { rows, ...beside }: Beside = {},
): Promise<void> {
  const { context, row, kind } = run
  const stamped = { ...changes, updatedAt: context.now(), changedBy: randomUUID() }
  const noted = { ...beside, events: eventsOfChange({ context, kind, row }, stamped) }
  run.row = await retryStorageFailures(storesAgainForMs, async (again) => {
    const changed = rows
      ? await transaction(context.db, async (tx) => {
          const stored = await changeExternalWrite(tx, row, stamped, noted)
          if (stored) await rows(tx, stored)
          return stored
        })
      : await changeExternalWrite(context.db, row, stamped, noted)
    const own = changed ?? (again ? await storedBefore(run, stamped.changedBy) : undefined)
    if (!own) throw new ConcurrentUpdateError(`write ${row.id} was changed by somebody else`)
    return own
  })
}

/** The row as this process changed it, if only the confirmation of the change was lost. */
async function storedBefore({ context, row }: ClaimedWrite, changedBy: string): Promise<ExternalWriteRow | undefined> {
  const stored = await readExternalWrite(context.db, row.id)
  return stored?.changedBy === changedBy ? stored : undefined
}

/** Suspends the write until `at`. The job that resumes it is queued in the same statement. */
export async function suspendUntil(
  run: ClaimedWrite,
  at: Date,
  changes: ExternalWriteChanges = {},
  beside?: Beside,
): Promise<Progress> {
  const job = jobOfWrite(run.row, { part: nextPart(run.kind, run.row.payload), runAt: at })
  await change(run, { ...changes, wakeAt: at, runningSince: null }, { ...beside, job })
  return 'stop'
}

/** The next part of a write. */
export function nextPart(kind: WriteKind, payload: Record<string, unknown>): WritePart {
  return kind.hasToFetch?.(payload) ? 'fetch' : 'call'
}

const jobOfPart = { call: 'write.run', fetch: 'write.fetch' } as const

type QueuedWrite = Pick<ExternalWriteRow, 'id' | 'organizationId' | 'platform'>

/** The job that resumes a write; it replaces a queued one that has not started. */
export function jobOfWrite(
  { id, organizationId, platform }: QueuedWrite,
  { part, runAt }: { part: WritePart; runAt?: Date },
): NewJob {
  const owner = { organizationId, platform }
  return jobFor(jobOfPart[part], { id, owner, ...(runAt && { runAt }) })
}

/** When a write was or will be due: its age, its lateness and its order count from then. */
export function dueAt(row: Pick<ExternalWriteRow, 'dueAt' | 'createdAt'>): Date {
  return row.dueAt ?? row.createdAt
}

/** The time `seconds` after `now`. */
export function secondsFrom(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

/** The fields of log lines about a write. */
export function logged({ row }: ClaimedWrite) {
  return {
    requestId: row.requestId,
    writeId: row.id,
    kind: row.kind,
    accountId: row.accountId,
    platform: row.platform,
  }
}
