import type { LateAction, Platform, ScheduleProblem, ScheduleStatus, WriteBudget } from '@carillon/domain'
import type { ColumnType, Generated, Selectable, Updateable } from 'kysely'

type JsonColumn<T> = ColumnType<T, string, string>

/** What is known of a stored media file, by its id. */
export interface ScheduledMedia {
  contentType: string
  bytes: number
  width: number | null
  height: number | null
  durationSeconds: number | null
}

/** Posts that are due at a later time. The row is the truth: nothing else knows of a schedule that is not due. */
export interface ScheduleTable {
  id: string
  organizationId: string
  profileId: string
  accountId: string
  platform: Platform
  /** The key that created it or changed it last; null if that key has been deleted. */
  keyId: string | null
  requestId: string
  status: ScheduleStatus
  /** Grows with every change; a change that was prepared for another version is not made. */
  version: Generated<number>
  dueAt: Date
  /** The local time that was requested; null for a time with an offset. */
  localTime: string | null
  timeZone: string | null
  /** The version of the zone rules by which `dueAt` was computed from the local time. */
  zoneRules: string | null
  note: string | null
  lateMinutes: number
  lateThen: LateAction
  /** The payload that its write gets. */
  payload: JsonColumn<Record<string, unknown>>
  /** How many posts it has. */
  items: number
  media: JsonColumn<Record<string, ScheduledMedia>>
  /** When it is taken, at most a minute after it is due; null until it is nearly due. */
  startAt: Generated<Date | null>
  /** When it is looked at again before it is due; null if that is not planned. */
  lookAt: Date | null
  problem: ColumnType<ScheduleProblem | null, string | null | undefined, string | null>
  /** The write that it became. */
  writeId: Generated<string | null>
  /** The budget of API keys from which one unit was taken, of which keys, and for which day. */
  budget: Generated<WriteBudget | null>
  budgetKeyIds: Generated<string[] | null>
  budgetDay: ColumnType<string | null, string | null | undefined, string | null>
  createdAt: Date
  updatedAt: Date
}

export type ScheduleRow = Selectable<ScheduleTable>

/** A schedule that is stored for the first time. */
export type NewSchedule = Omit<
  ScheduleRow,
  | 'version'
  | 'payload'
  | 'media'
  | 'problem'
  | 'startAt'
  | 'writeId'
  | 'budget'
  | 'budgetKeyIds'
  | 'budgetDay'
  | 'keyId'
> & { keyId: string; payload: string; media: string }

export type ScheduleChanges = Omit<
  Updateable<ScheduleTable>,
  'id' | 'version' | 'organizationId' | 'budget' | 'budgetKeyIds' | 'budgetDay'
>
