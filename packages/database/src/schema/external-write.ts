import type { Platform } from '@carillon/domain'
import type { ColumnType, Generated, Selectable, Updateable } from 'kysely'

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
