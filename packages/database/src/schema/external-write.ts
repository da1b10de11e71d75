import type { Platform, WriteBudget } from '@carillon/domain'
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

/**
 * `accepted`: the network has accepted it and not finished it yet. `unknown`: it could not be determined whether it
 * took effect.
 */
export type WriteStatus = 'processing' | 'accepted' | 'succeeded' | 'failed' | 'unknown'

/** The journal of external writes. The row is the truth; jobs only wake a worker up. */
export interface ExternalWriteTable {
  id: string
  /** The kind of write: `publish`, `post.delete` … */
  kind: string
  organizationId: string
  profileId: string
  accountId: string
  platform: Platform
  requestId: string
  status: WriteStatus
  /** The request as it was sent, with media items by their ids. */
  payload: JsonColumn<Record<string, unknown>>
  /** The state of the adapter between steps. */
  state: JsonColumn<Record<string, unknown>>
  /** The call that cannot be taken back and whose outcome is not known yet. */
  openStep: Generated<string | null>
  attempt: Generated<number>
  attemptedAt: Generated<Date | null>
  /** The time from which the network can be queried for the outcome of the open step. */
  settleAt: Generated<Date | null>
  /** Probes of the open step that found nothing. */
  probes: Generated<number>
  /** Grows with every change; a change that was prepared for another version is not made. */
  version: Generated<number>
  /** Identifies the latest change, so that a process that missed its confirmation can find it. */
  changedBy: Generated<string | null>
  /** Failures in a row of the step that is next. */
  stepRetries: Generated<number>
  /** Processes that died over it since its last progress. */
  crashCount: Generated<number>
  runningSince: Generated<Date | null>
  /** The worker pool that runs it; null for a process that is not a worker. */
  runningBy: Generated<string | null>
  /** Whether a job for the row is in the queue. A row without one that nobody runs waits until it is queued. */
  queued: Generated<boolean>
  /** When somebody has to look at the row again; null once it has ended. */
  wakeAt: Date | null
  /** When the backup was begun that the row was restored from while it was open; null where it was never restored. */
  restoredFrom: Generated<Date | null>
  /**
   * When it was noticed that later changes of the open row may be missing, because a server was promoted that may lack
   * them or a backup was restored. The network is read for the write's effect before anything else; null once that has
   * been done.
   */
  changesLostAt: Generated<Date | null>
  /**
   * The timeline of the server on which the row was inserted; null where the server has none, and in rows that are
   * older than the column.
   */
  timeline: Generated<number | null>
  /** When the network took in what it had not finished yet. */
  acceptedAt: Generated<Date | null>
  /** Ids at the network of what the write made. */
  providerIds: Generated<string[]>
  /** The final result of the port. */
  result: NullableJsonColumn<unknown>
  /** Why it failed; set before the end while earlier commits are being undone. */
  error: NullableJsonColumn<WriteError>
  /** The budget of API keys from which one unit was taken when the row was stored. */
  budget: Generated<WriteBudget | null>
  /** The keys whose budget it was: the one of the request, and those above it that have the budget. */
  budgetKeyIds: Generated<string[] | null>
  /** The span that caused it, as a `traceparent`; null while nothing is traced. */
  traceparent: Generated<string | null>
  /** The schedule that became this write. */
  scheduleId: Generated<string | null>
  createdAt: Date
  /**
   * From when on the write may be sent, and from when its age counts; null in rows that ended before the column
   * existed.
   */
  dueAt: Generated<Date | null>
  updatedAt: Date
}

export type ExternalWriteRow = Selectable<ExternalWriteTable>

export type ExternalWriteChanges = Omit<
  Updateable<ExternalWriteTable>,
  'id' | 'kind' | 'version' | 'organizationId' | 'runningBy'
>

/** The budget of which a new write takes one unit, from its key and from the keys above it that have the budget. */
export interface BudgetTake {
  keyId: string
  budget: WriteBudget
}

export type NewExternalWrite = Pick<
  ExternalWriteRow,
  'id' | 'kind' | 'organizationId' | 'profileId' | 'accountId' | 'platform' | 'requestId' | 'createdAt' | 'wakeAt'
> & {
  payload: string
  state: string
  /** The span that causes it; null when left out. */
  traceparent?: string
  /** The schedule that becomes this write, if it still has this version; otherwise nothing is stored. */
  scheduled?: { id: string; version: number } | undefined
  /** What the schedule has taken from budgets, if the write is due on the same day. */
  budget?: WriteBudget | null
  budgetKeyIds?: string[] | null
  /** When the write is due; at once when left out. */
  dueAt?: Date
  /** The budget from which storing it takes one unit. */
  takes?: BudgetTake | undefined
  /** By when it has to be stored, by the clock of the database; without a limit when left out. */
  storeBefore?: Date | undefined
  /** Set where an earlier row of the write may have been lost. */
  changesLostAt?: Date
  /** Set where the process that inserts the row runs it at once. */
  runningSince?: Date
  runningBy?: string | null
}
