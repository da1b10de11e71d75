import type { LateAction, Platform, ScheduleProblem, ScheduleStatus, WriteBudget } from '@carillon/domain'
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely'
import type { MediaFileTable } from './media-file.ts'

type JsonColumn<T> = ColumnType<T, string, string>

/**
 * Facts about a media file of a schedule; `bytes` is its size in bytes. Schedules store them keyed by the id of the
 * file. Null: the fact is not known, or the file has none, such as the duration of an image.
 */
export type ScheduledMedia = Pick<MediaFileTable, 'contentType' | 'bytes' | 'width' | 'height' | 'durationSeconds'>

/**
 * Schedules: posts that are due at a later time. The row is authoritative: there is no job for a schedule before it is
 * due.
 */
export interface ScheduleTable {
  id: string
  organizationId: string
  profileId: string
  accountId: string
  platform: Platform
  /**
   * The API key to which the schedule belongs: first the key that created the schedule. A key that changes or releases
   * the schedule takes it over if a budget of that key is used, or if the former key was deleted. Null if the
   * key has been deleted.
   */
  keyId: string | null
  requestId: string
  status: ScheduleStatus
  /** Grows with every change. A change that was prepared for another version is not made. */
  version: Generated<number>
  dueAt: Date
  /** The local time that was requested; null for a time with an offset. */
  localTime: string | null
  timeZone: string | null
  /**
   * The version of the time zone rules with which `dueAt` was computed from the local time, such as `2026a`; null
   * without a local time.
   */
  zoneRules: string | null
  /** How `dueAt` differs from the requested local time, or was moved by new time zone rules; null if neither. */
  note: string | null
  /** The number of minutes after `dueAt` from which on the post is late if it has not been sent. */
  lateMinutes: number
  /** What is done with a late post. */
  lateThen: LateAction
  /** The payload of the external write that the schedule becomes. */
  payload: JsonColumn<Record<string, unknown>>
  /** The number of posts: more than one for a thread. */
  items: number
  media: JsonColumn<Record<string, ScheduledMedia>>
  /**
   * When a worker takes the schedule, at most a minute after it is due; null until it is nearly due, while it is held,
   * and once a user has released it.
   */
  startAt: Generated<Date | null>
  /** When a worker next checks the schedule for problems before it is due; null if no check is planned. */
  lookAt: Date | null
  /** The problem that the latest check found, or because of which the schedule is held or has failed; null if none. */
  problem: ColumnType<ScheduleProblem | null, string | null | undefined, string | null>
  /** The external write that the schedule became; null before. */
  writeId: Generated<string | null>
  /** The budget of which the schedule has used one unit; null if none. */
  budget: Generated<WriteBudget | null>
  /** The keys whose budget was used; null if none. */
  budgetKeyIds: Generated<string[] | null>
  /** The UTC day for which the budget was used, YYYY-MM-DD; null if none. */
  budgetDay: ColumnType<string | null, string | null | undefined, string | null>
  createdAt: Date
  updatedAt: Date
}

export type ScheduleRow = Selectable<ScheduleTable>

/** A schedule to be stored. `payload` and `media` are JSON text. */
export type NewSchedule = Insertable<ScheduleTable> & { keyId: string }

/** The columns of a schedule that can be changed. */
export type ScheduleChanges = Omit<
  Updateable<ScheduleTable>,
  'id' | 'version' | 'organizationId' | 'budget' | 'budgetKeyIds' | 'budgetDay'
>
