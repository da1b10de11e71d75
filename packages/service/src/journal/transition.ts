import { randomUUID } from 'node:crypto'
import {
  type ChangedBeside,
  changeExternalWrite,
  type ExternalWriteChanges,
  type ExternalWriteRow,
  isUnknownTimeline,
  type NewEvent,
  type NewJob,
  readExternalWrite,
  rowAfter,
  type Tx,
  transactionInTurn,
} from '@carillon/database'
import type { Context } from '../context.ts'
import { jobFor } from '../queue/job-rows.ts'
import { retryStorageFailures } from '../storage-failure.ts'
import type { ClaimedWrite, Progress, WriteKind, WritePart } from './write-kind.ts'

/**
 * Thrown if another process, a webhook, a client or the operator has changed the write, or a failover was noticed
 * before it was claimed. This process must stop carrying it out.
 */
export class ConcurrentUpdateError extends Error {
  override readonly name = 'ConcurrentUpdateError'
}

/**
 * Further rows that are stored with a change of a write: in the same statement, and those that the function `rows`
 * stores in the same transaction.
 */
export interface Beside extends ChangedBeside {
  rows?: ((tx: Tx, row: ExternalWriteRow) => Promise<void>) | undefined
}

/** Column values for a change that is progress: retries and crashes are counted from zero again. */
export const progressed = { stepRetries: 0, crashCount: 0 } as const

/** Seconds after which a claimed write can be claimed by another process, unless the lease is extended. */
export const leaseSeconds = 60

/** Milliseconds for which a change is retried while the database fails; well within the lease of the row. */
const storesAgainForMs = 20_000

/**
 * Changes the row of a write, stores its events and the further rows in `beside` in the same transaction, and sets
 * `run.row` to the new row. If the database fails, the change is retried for 20 s, so that the result of a network call
 * is not lost.
 * @throws ConcurrentUpdateError; the database's error if it still fails after 20 s; an error of `rows`, after which
 *   nothing is stored
 */
export async function change(
  run: ClaimedWrite,
  changes: ExternalWriteChanges,
  { rows, ...beside }: Beside = {},
): Promise<void> {
  const { context, row, kind } = run
  const now = context.now()
  const claim = run.claim && { ...run.claim, wakeAt: secondsFrom(now, leaseSeconds) }
  const stamped = { ...claim, ...changes, updatedAt: now, changedBy: randomUUID() }
  const noted = {
    ...beside,
    events: eventsOfChange({ context, kind, row }, stamped),
    onKnownTimeline: claim !== undefined,
  }
  run.row = await retryStorageFailures(storesAgainForMs, async (again) => {
    const stored = await store(run, { stamped, noted, rows }).catch(async (error: unknown) => {
      if (!isUnknownTimeline(error)) throw error
      // The write may have been sent by another process, of which the promoted server does not know.
      await context.pool.compareEpoch()
      throw new ConcurrentUpdateError(`the database failed over before write ${row.id} was claimed`)
    })
    const own = stored ?? (again ? await storedBefore(run, stamped.changedBy) : undefined)
    if (!own) throw new ConcurrentUpdateError(`write ${row.id} was changed by somebody else`)
    return own
  })
  run.claim = undefined
}

/**
 * Stores a change, in a transaction if it has further rows. Returns the new row; undefined if the row was changed
 * meanwhile, so that nothing was stored.
 */
function store(
  { context, row }: ClaimedWrite,
  { stamped, noted, rows }: Pick<Beside, 'rows'> & { stamped: ExternalWriteChanges; noted: ChangedBeside },
): Promise<ExternalWriteRow | undefined> {
  if (!rows) return changeExternalWrite(context.db, row, stamped, noted)
  return transactionInTurn(context.db, ['account', row.accountId ?? row.id], async (tx) => {
    const stored = await changeExternalWrite(tx, row, stamped, noted)
    if (stored) await rows(tx, stored)
    return stored
  })
}

/**
 * Returns the row as this process changed it, if only the confirmation of the change was lost; undefined if the change
 * was not stored, or the row has been changed since.
 */
async function storedBefore({ context, row }: ClaimedWrite, changedBy: string): Promise<ExternalWriteRow | undefined> {
  const stored = await readExternalWrite(context.db, row.id)
  return stored?.changedBy === changedBy ? stored : undefined
}

/**
 * Builds the events that report a change of a write; empty if its status does not change or its kind reports no events.
 * Does not store them.
 * @param row the row before the change
 */
export function eventsOfChange(
  { context, kind, row }: { context: Context; kind: WriteKind | undefined; row: ExternalWriteRow },
  changes: ExternalWriteChanges,
): readonly NewEvent[] {
  if (kind?.events === undefined || changes.status === undefined || changes.status === row.status) return []
  const after = rowAfter(row, changes)
  return kind.events({ context, row: after, before: row.status, payload: after.payload, result: after.result })
}

/**
 * Ends the claim on a write without other changes: any process can claim it at once. Returns the row afterwards; `row`
 * itself, without a change, if it has been changed since it was read.
 */
export async function releaseClaim(context: Context, row: ExternalWriteRow): Promise<ExternalWriteRow> {
  const released = { runningSince: null, runningBy: null, wakeAt: context.now() }
  return (await changeExternalWrite(context.db, row, released)) ?? row
}

/**
 * Suspends the write until `at` and, in the same statement, queues the job that then resumes it. If the queue is full,
 * the job is queued when the queue has a place, so that the write may resume after `at`. Always returns `stop`, which
 * ends the run of the write in this process.
 * @param changes further columns to change in the row of the write
 * @param beside further rows to store with the change, such as that of `noteAttempt`
 * @throws ConcurrentUpdateError if the write was changed meanwhile; any other error of `change`
 */
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

/**
 * Returns which part of a write has to be carried out next, each in a job of its own: the download of media (`fetch`)
 * while there is media to download, then the network calls (`call`).
 * @param kind undefined for a kind that this version does not know
 */
export function nextPart(kind: WriteKind | undefined, payload: Record<string, unknown>): WritePart {
  return kind?.hasToFetch?.(payload) ? 'fetch' : 'call'
}

const jobOfPart = { call: 'write.run', fetch: 'write.fetch' } as const

/**
 * Builds the job that carries out a part of a write, by default at once. Queueing it replaces a queued job of the same
 * write that has not started.
 */
export function jobOfWrite(
  { id, organizationId, platform }: Pick<ExternalWriteRow, 'id' | 'organizationId' | 'platform'>,
  { part, runAt }: { part: WritePart; runAt?: Date },
): NewJob {
  return jobFor(jobOfPart[part], { id, owner: { organizationId, platform }, ...(runAt && { runAt }) })
}

/**
 * Returns when a write was or will be due; if unset, when it was created. Its age, lateness and order count from then.
 */
export function dueAt(row: Pick<ExternalWriteRow, 'dueAt' | 'createdAt'>): Date {
  return row.dueAt ?? row.createdAt
}

/** Returns the time `seconds` (which may be negative) after `now`. */
export function secondsFrom(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

/** Returns the fields of log lines about a write: `requestId`, `writeId`, `kind`, `accountId` and `platform`. */
export function logged({ row }: ClaimedWrite) {
  return {
    requestId: row.requestId,
    writeId: row.id,
    kind: row.kind,
    accountId: row.accountId,
    platform: row.platform,
  }
}
