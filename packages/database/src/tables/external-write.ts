import type { Platform, Scope } from '@carillon/domain'
import { type ColumnType, type Generated, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../connect.ts'
import { addJobCall, type NewJob } from '../jobs.ts'
import { readWanted } from '../wanted.ts'
import type { BegunAttempt, EndedAttempt } from './external-write-attempt.ts'
import type { MediaFileRow } from './media-file.ts'

type JsonColumn<T> = ColumnType<T, string, string>
type NullableJsonColumn<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface WriteError {
  code: string
  message: string
  details?: unknown
  status: number
  retryAfter?: number
}

/** `accepted`: the network has taken it in and not finished it yet. `unknown`: nobody can tell whether it took effect. */
export type WriteStatus = 'processing' | 'accepted' | 'succeeded' | 'failed' | 'unknown'

/** The journal of external writes. The row is the truth; jobs only wake a worker up. */
export interface ExternalWriteTable {
  id: string
  /** What is written: `publish`, `post.delete` … */
  kind: string
  organization_id: string
  profile_id: string
  account_id: string
  platform: Platform
  request_id: string
  status: WriteStatus
  /** What was requested, as it was requested; media items by their ids. */
  payload: JsonColumn<Record<string, unknown>>
  /** What the adapter keeps between steps. */
  state: JsonColumn<Record<string, unknown>>
  /** The call that cannot be taken back and whose outcome is not known yet. */
  open_step: Generated<string | null>
  attempt: Generated<number>
  attempted_at: Generated<Date | null>
  /** From when on the network can be asked what became of the open step. */
  settle_at: Generated<Date | null>
  /** Probes of the open step that found nothing. */
  probes: Generated<number>
  /** Grows with every change; a change that was prepared for another version is not made. */
  version: Generated<number>
  /** Identifies the latest change, so that whoever missed its confirmation finds it again. */
  changed_by: Generated<string | null>
  /** Failures in a row of the step that is next. */
  step_retries: Generated<number>
  /** Processes that died over it since its last progress. */
  crash_count: Generated<number>
  running_since: Generated<Date | null>
  /** The worker pool that runs it; null for a process that is no worker. */
  running_by: Generated<string | null>
  /** When somebody has to look at the row again; null once it has ended. */
  wake_at: Date | null
  /** When the backup was begun that the row was restored from while it was open; null where it was never restored. */
  restored_from: Generated<Date | null>
  /** When the network took in what it had not finished yet. */
  accepted_at: Generated<Date | null>
  /** Ids at the network of what the write made. */
  provider_ids: Generated<string[]>
  /** What the port returned in the end. */
  result: NullableJsonColumn<unknown>
  /** Why it failed; set before the end while earlier commits are being undone. */
  error: NullableJsonColumn<WriteError>
  created_at: Date
  updated_at: Date
}

export type ExternalWriteRow = Selectable<ExternalWriteTable>
export type ExternalWriteChanges = Omit<
  Updateable<ExternalWriteTable>,
  'id' | 'kind' | 'version' | 'organization_id' | 'running_by'
>

export type NewExternalWrite = Pick<
  ExternalWriteRow,
  'id' | 'kind' | 'organization_id' | 'profile_id' | 'account_id' | 'platform' | 'request_id' | 'created_at' | 'wake_at'
> & {
  payload: string
  state: string
  /** Set where the process that inserts the row runs it at once. */
  running_since?: Date
  running_by?: string | null
}

/** Inserts a write. Waits for a transaction with the same id that is still open. */
export async function insertExternalWrite(db: Db, row: NewExternalWrite): Promise<ExternalWriteRow> {
  return db
    .insertInto('external_write')
    .values({ ...row, status: 'processing', updated_at: row.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores a write with its files and the job that carries it out in one statement. */
export function enqueueExternalWrite(
  db: Db,
  row: NewExternalWrite,
  { job, files = [] }: { job: NewJob; files?: readonly MediaFileRow[] },
): Promise<ExternalWriteRow> {
  const written = db.with('written', (query) =>
    query
      .insertInto('external_write')
      .values({ ...row, status: 'processing', updated_at: row.created_at })
      .returningAll(),
  )
  const stored =
    files.length === 0
      ? written
      : written.with('file', (query) =>
          query
            .insertInto('media_file')
            .values([...files])
            .returning('media_file.id'),
        )
  return stored.selectFrom('written').selectAll().where(isQueued(job)).executeTakeFirstOrThrow()
}

/** Queues the job and holds, so that a statement does it for its only row. */
function isQueued(job: NewJob) {
  return sql<boolean>`(${addJobCall(job)}).id is not null`
}

/** A query of the writes within a scope. */
export function reachableWrites(db: Db, scope: Scope) {
  const own = db.selectFrom('external_write').selectAll().where('organization_id', '=', scope.organizationId)
  return scope.profileId === null ? own : own.where('profile_id', '=', scope.profileId)
}

const readWrite = readWanted<ExternalWriteRow>({
  select: 'external_write.*',
  from: `join external_write on external_write.id = wanted.id
      and external_write.organization_id = wanted.organization_id
      and (wanted.profile_id is null or external_write.profile_id = wanted.profile_id)`,
})

/** Reads an external write within a scope. Simultaneous requests share one query. */
export async function findExternalWrite(
  db: Db,
  scope: Scope,
  { id, kind }: { id: string; kind: string },
): Promise<ExternalWriteRow | undefined> {
  const row = await readWrite(db, { scope, id })
  return row?.kind === kind ? row : undefined
}

/** Reads a write of any organization, for the journal. */
export function readExternalWrite(db: Db, id: string): Promise<ExternalWriteRow | undefined> {
  return db.selectFrom('external_write').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What a claim found: the parts of the row that it overwrites, or that tell what became of the process before. */
export type ClaimedFrom = Pick<ExternalWriteRow, 'running_since' | 'running_by' | 'open_step' | 'settle_at'>

export interface WriteClaim {
  row: ExternalWriteRow
  before: ClaimedFrom
}

/**
 * Claims an open write until `lease`; undefined if it has ended or does not exist. If the row is still marked as
 * running, the process that ran it has crashed, which is counted. The claim does not wait for the disk: the intent of
 * the first call does, and makes the claim durable as well. A server that crashes earlier loses a claim that had no
 * effect.
 */
export async function claimExternalWrite(
  db: Db,
  id: string,
  { now, lease, by }: { now: Date; lease: Date; by: string | null },
): Promise<WriteClaim | undefined> {
  const claimed = await db
    .with('found', (query) =>
      query
        .selectFrom('external_write')
        .select(['id', 'running_since', 'running_by'])
        .where('id', '=', id)
        .where('wake_at', 'is not', null)
        .forUpdate(),
    )
    .updateTable('external_write')
    .from('found')
    .set({
      crash_count: sql`crash_count + case when external_write.running_since is null then 0 else 1 end`,
      version: sql`version + 1`,
      changed_by: null,
      running_since: now,
      running_by: by,
      wake_at: lease,
    })
    .whereRef('external_write.id', '=', 'found.id')
    .returningAll('external_write')
    .returning(['found.running_since as since_before', 'found.running_by as by_before'])
    .returning(sql`set_config('synchronous_commit', 'off', true)`.as('written'))
    .executeTakeFirst()
  if (!claimed) return undefined
  const { since_before: running_since, by_before: running_by, written: _, ...row } = claimed
  return { row, before: { running_since, running_by, open_step: row.open_step, settle_at: row.settle_at } }
}

/** What is stored in the statement of a change, or not at all. */
export interface ChangedBeside {
  /** An attempt of the write that begins, or the end of one that has begun. */
  attempt?: BegunAttempt | EndedAttempt | undefined
  job?: NewJob | undefined
}

/**
 * Changes a write unless its version has changed since it was read, in one statement with the rows stored beside it.
 * Returns the changed row, or undefined if another process has changed it; the caller must stop then.
 */
export function changeExternalWrite(
  db: Db,
  { id, version }: { id: string; version: number },
  changes: ExternalWriteChanges,
  { attempt, job }: ChangedBeside = {},
): Promise<ExternalWriteRow | undefined> {
  return db
    .with('changed', (query) =>
      query
        .updateTable('external_write')
        .set({ ...changes, version: sql`version + 1` })
        .where('id', '=', id)
        .where('version', '=', version)
        .returningAll(),
    )
    .with('noted', () => sql<{ number: number }>`(${noteOf(attempt)})`)
    .selectFrom('changed')
    .selectAll()
    .where(job ? isQueued(job) : sql<boolean>`true`)
    .executeTakeFirst()
}

/** The part of the statement that notes an attempt of the row that it has changed. */
function noteOf(attempt: BegunAttempt | EndedAttempt | undefined): RawBuilder<{ number: number }> {
  if (!attempt) return sql`select null::int as number`
  if ('step' in attempt) {
    const { number, step, started_at, request_id } = attempt
    return sql`insert into external_write_attempt (write_id, number, step, started_at, request_id)
      select id, ${number}::int, ${step}::text, ${started_at}::timestamptz, ${request_id}::text from changed
      returning number`
  }
  const { number, ended_at, outcome, error_code } = attempt
  return sql`update external_write_attempt as attempt
    set ended_at = ${ended_at}::timestamptz, outcome = ${outcome}::text, error_code = ${error_code}::text
    from changed where attempt.write_id = changed.id and attempt.number = ${number}::int
    returning attempt.number`
}

/** Extends the lease on a running write without changing its version. */
export async function extendWriteLease(
  db: Db,
  id: string,
  { since, until }: { since: Date; until: Date },
): Promise<void> {
  await db
    .updateTable('external_write')
    .set({ wake_at: until })
    .where('id', '=', id)
    .where('running_since', '=', since)
    .execute()
}
