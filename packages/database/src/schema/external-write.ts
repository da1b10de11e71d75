import type { Platform, WriteBudget } from '@carillon/domain'
import type { ColumnType, Generated, Selectable, Updateable } from 'kysely'
import type { ScheduleRow } from './schedule.ts'

type JsonColumn<T> = ColumnType<T, string, string>

type NullableJsonColumn<T> = ColumnType<T | null, string | null | undefined, string | null>

/**
 * The error with which a write failed, as its operation responds: `status` is the HTTP status, `retryAfter` is in
 * seconds.
 */
export interface WriteError {
  code: string
  message: string
  details?: unknown
  status: number
  retryAfter?: number
}

/**
 * The status of an external write. `accepted`: the network has accepted it and not finished it. `unknown`: it could not
 * be determined whether it took effect.
 */
export type WriteStatus = 'processing' | 'accepted' | 'succeeded' | 'failed' | 'unknown'

/**
 * The journal of external writes: every change of a network's data is stored here before it is sent. The row is
 * authoritative; jobs only make a worker continue it.
 */
export interface ExternalWriteTable {
  id: string
  /** The kind of write, such as `publish` or `post.delete`. */
  kind: string
  organizationId: string
  profileId: string
  accountId: string
  platform: Platform
  requestId: string
  status: WriteStatus
  /**
   * The request as the client sent it, in the form of its kind. The URL of a media item is replaced by the id of the
   * stored file once it has been downloaded.
   */
  payload: JsonColumn<Record<string, unknown>>
  /** The provider's own state between steps. */
  state: JsonColumn<Record<string, unknown>>
  /**
   * The name of the step whose call cannot be repeated harmlessly and has no known outcome yet; null if the write has
   * no such step.
   */
  openStep: Generated<string | null>
  /** How many calls that cannot be repeated harmlessly were begun. */
  attempt: Generated<number>
  /**
   * When the latest of these calls began; if its row may be lost, the earliest time at which it can have begun. Null
   * before the first call.
   */
  attemptedAt: Generated<Date | null>
  /**
   * The time from which the network can be probed for the outcome of the latest call that cannot be repeated
   * harmlessly; null before the first such call.
   */
  settleAt: Generated<Date | null>
  /** The number of probes of the open step that found nothing. */
  probes: Generated<number>
  /** Grows with every change. A change that was prepared for another version is not made. */
  version: Generated<number>
  /**
   * The id of the latest change, by which a process that did not receive the confirmation of its change recognizes it;
   * null before the first change, and for a claim.
   */
  changedBy: Generated<string | null>
  /** The number of consecutive failures of the next step. */
  stepRetries: Generated<number>
  /** The number of processes that crashed while they ran the write, since its last progress. */
  crashCount: Generated<number>
  /** When the process that runs the write claimed it; null if none runs it. */
  runningSince: Generated<Date | null>
  /** The id of the worker pool that runs the write; null for another process, such as a gateway. */
  runningBy: Generated<string | null>
  /**
   * Whether a job for the write is in the queue. An open write that has no job and is not running waits for a place in
   * the queue.
   */
  queued: Generated<boolean>
  /** When a process has to continue the write; null once it has ended. */
  wakeAt: Date | null
  /**
   * When the backup was begun from which the row was restored while the write was open; null if the row was never
   * restored so.
   */
  restoredFrom: Generated<Date | null>
  /**
   * When it was noticed that later changes of the open row may be missing, because a server was promoted that may lack
   * them or a backup was restored. The network is then read for the effect of the write before anything is sent; null
   * once that has been done.
   */
  changesLostAt: Generated<Date | null>
  /**
   * The timeline of the database server on which the row was inserted; null if it is not known, and in rows older than
   * the column.
   */
  timeline: Generated<number | null>
  /** When the network accepted the write without having finished it; null if it has not. */
  acceptedAt: Generated<Date | null>
  /** The network's ids of what the write created. */
  providerIds: Generated<string[]>
  /** The final result of the provider. */
  result: NullableJsonColumn<unknown>
  /** Why the write failed; already set while its earlier commits are being undone. */
  error: NullableJsonColumn<WriteError>
  /** The budget of API keys of which the write used one unit when it was stored; null if none. */
  budget: Generated<WriteBudget | null>
  /**
   * The keys whose budget was used: that of the request, and its ancestors that have this budget; null if no budget was
   * used.
   */
  budgetKeyIds: Generated<string[] | null>
  /** The span that caused the write, as a W3C `traceparent`; null without tracing. */
  traceparent: Generated<string | null>
  /** The schedule that became this write; null for writes without a schedule. */
  scheduleId: Generated<string | null>
  createdAt: Date
  /**
   * The time from which the write may be sent and its age counts; null in rows that ended before the column existed.
   */
  dueAt: Generated<Date | null>
  updatedAt: Date
}

export type ExternalWriteRow = Selectable<ExternalWriteTable>

/** The columns of an external write that a transition can change. */
export type ExternalWriteChanges = Omit<Updateable<ExternalWriteTable>, 'id' | 'kind' | 'version' | 'organizationId'>

/**
 * The budget of which a new write or schedule uses one unit: for those of the key `keyId` and its ancestors that have
 * this budget.
 */
export interface BudgetTake {
  keyId: string
  budget: WriteBudget
}

/** An external write to be stored. `payload` and `state` are JSON text. */
export type NewExternalWrite = Pick<
  ExternalWriteRow,
  'id' | 'kind' | 'organizationId' | 'profileId' | 'accountId' | 'platform' | 'requestId' | 'createdAt' | 'wakeAt'
> & {
  payload: string
  state: string
  /** The span that caused the write, as a W3C `traceparent`; absent without tracing. */
  traceparent?: string
  /**
   * The schedule that becomes this write; absent for other writes. If the schedule no longer has this version, nothing
   * is stored.
   */
  scheduled?: Pick<ScheduleRow, 'id' | 'version' | 'keyId' | 'startAt'> | undefined
  /** The budget of which the schedule has already used a unit for the UTC day of `dueAt`; null or absent if none. */
  budget?: WriteBudget | null
  /** The keys of which the schedule has used this budget; null or absent without `budget`. */
  budgetKeyIds?: string[] | null
  /** When the write is due; at once if absent. */
  dueAt?: Date
  /** The budget of which storing the write uses one unit; none if absent. */
  takes?: BudgetTake | undefined
  /** The time by which the write has to be stored, by the database's clock; no limit if absent. */
  storeBefore?: Date | undefined
  /**
   * When it was noticed that the database may have lost an earlier row of the same write, which this row replaces;
   * absent for other writes.
   */
  changesLostAt?: Date
  /** The earliest time at which the lost write can have been sent to the network; absent without `changesLostAt`. */
  attemptedAt?: Date
  /** When the process that inserts the row began to run the write; absent if it does not run it at once. */
  runningSince?: Date
  runningBy?: string | null
}
