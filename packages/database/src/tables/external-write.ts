import type { Platform, Scope } from '@carillon/domain'
import type { ColumnType, Generated, Selectable, Updateable } from 'kysely'
import type { Db } from '../connect.ts'
import { jobValues, type NewJob, queuedText } from '../jobs.ts'
import { insertOf, type Part, statement } from '../statement.ts'
import { readWanted } from '../wanted.ts'
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
  /** From when on the write may be sent, and from when its age counts; null in rows that ended before the column existed. */
  due_at: Generated<Date | null>
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
  /** When the write is due; at once when left out. */
  due_at?: Date
  /** Set where the process that inserts the row runs it at once. */
  running_since?: Date
  running_by?: string | null
}

/** The part of a statement that inserts a write. */
const insertWrite = (row: NewExternalWrite) =>
  insertOf('external_write', [{ ...row, due_at: row.due_at ?? row.created_at, status: 'processing', updated_at: row.created_at }])

async function insertedBy(db: Db, { text, values }: Part): Promise<ExternalWriteRow> {
  const [row] = await statement<ExternalWriteRow>(text)(db, values)
  if (row === undefined) throw new Error('a write that was inserted was not returned')
  return row
}

/** Inserts a write. Waits for a transaction with the same id that is still open. */
export function insertExternalWrite(db: Db, row: NewExternalWrite): Promise<ExternalWriteRow> {
  const { text, values } = insertWrite(row)
  return insertedBy(db, { text: `${text} returning *`, values })
}

/** Stores a write with its files and the job that carries it out in one statement. */
export function enqueueExternalWrite(
  db: Db,
  row: NewExternalWrite,
  { job, files = [] }: { job: NewJob; files?: readonly MediaFileRow[] },
): Promise<ExternalWriteRow> {
  const write = insertWrite(row)
  const media = files.length > 0 ? insertOf('media_file', files, write.values.length + 1) : undefined
  const values = [...write.values, ...(media?.values ?? [])]
  const text = `with written as (${write.text} returning *)${media ? `, file as (${media.text})` : ''}
    select * from written where ${queuedText(values.length + 1)}`
  return insertedBy(db, { text, values: [...values, ...jobValues(job)] })
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

const readAny = statement<ExternalWriteRow>('select * from external_write where id = $1')

/** Reads a write of any organization, for the journal. */
export async function readExternalWrite(db: Db, id: string): Promise<ExternalWriteRow | undefined> {
  const [row] = await readAny(db, [id])
  return row
}
