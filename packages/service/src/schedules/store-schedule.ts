import { setTimeout as sleep } from 'node:timers/promises'
import {
  changedNothing,
  insertSchedule,
  isKeyOfScheduleDeleted,
  lockScheduledBytes,
  type NewSchedule,
  readSchedule,
  type ScheduleRow,
  type ScheduleStorage,
  type Tx,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { budgetRejection } from '../journal/budget-rejection.ts'
import { readEarlier } from '../journal/store-with-retry.ts'
import { isStorageFailure } from '../storage-failure.ts'
import type { DueColumns, DueIn } from './requested-schedule.ts'

const pauseMs = 250
/** Milliseconds for which storing is retried while the database does not confirm it. */
const storesForMs = 10_000

function undecided(scheduleId: string, cause: unknown): ServiceError {
  const message =
    'It is not known whether the schedule was stored. Read it, or list the schedules, before you send it again.'
  return new ServiceError('internal_error', message, { details: { scheduleId }, cause, mayBeStored: true })
}

/**
 * Converts the database's error about a schedule that was not stored to the error for the client: `unauthorized` if its
 * API key was deleted, `budget_exhausted` if a budget of the key, or of a key that created it, is used up. Returns
 * undefined for any other error.
 * @param now the current time, from which `retryAfter` counts
 */
export function keyRejection(thrown: unknown, now: Date): ServiceError | undefined {
  if (isKeyOfScheduleDeleted(thrown)) return new ServiceError('unauthorized', 'The API key has been deleted.')
  return budgetRejection(thrown, now)
}

const bytesOf = (media: ScheduleRow['media']): number => Object.values(media).reduce((sum, { bytes }) => sum + bytes, 0)

interface StoringMedia {
  organizationId: string
  scheduleId: string
  media: ScheduleRow['media']
  /** The media of the schedule that `media` replaces; absent for a new schedule. */
  replaced?: ScheduleRow['media']
}

/**
 * Checks that the media of a schedule, with those of all other schedules of the organization that are scheduled or
 * held, have at most `SCHEDULE_BYTES_PER_ORGANIZATION` bytes. Call it first in the transaction that stores the
 * schedule: it locks the organization, so that two simultaneous schedules do not both take the bytes that are left.
 * A schedule without media, or whose media do not become larger, is always allowed.
 * @throws ServiceError `upload_quota_exceeded`
 */
export async function requireSpace(
  context: Context,
  tx: Tx,
  { organizationId, scheduleId, media, replaced = {} }: StoringMedia,
): Promise<void> {
  const bytes = bytesOf(media)
  if (bytes <= bytesOf(replaced)) return
  const max = context.config.gateway.scheduleBytesPerOrganization
  const used = await lockScheduledBytes(tx, { organizationId, exceptId: scheduleId })
  if (used + bytes <= max) return
  const message = `The media of the other scheduled and held posts of the organization have ${used} bytes, and ${max} is the maximum: this post, with media of ${bytes} bytes, does not fit. Cancel some schedules, or wait until some are published.`
  throw new ServiceError('upload_quota_exceeded', message)
}

interface Unstored {
  id: string
  dueIn: DueIn
  /** Returns the row of the schedule with the due time that `dueIn` has found. */
  rowAt(due: DueColumns): NewSchedule
}

/**
 * Stores a schedule with its files. If the database's response is lost, the same rows are stored again under the same
 * id for ten seconds, until the database confirms or rejects them.
 * @throws ServiceError the errors of `dueIn`, `deadline_passed`, `budget_exhausted`, `unauthorized` if the key was
 *   deleted meanwhile, or `internal_error` with the schedule id if it remains unknown whether it was stored; the
 *   database's error if nothing was stored
 */
export async function storeSchedule(
  context: Context,
  { id, dueIn, rowAt }: Unstored,
  beside: ScheduleStorage,
): Promise<ScheduleRow> {
  const until = performance.now() + storesForMs
  let maybeStored = false
  for (;;) {
    try {
      const now = await context.databaseNow()
      return await insertSchedule(context.db, async (tx) => rowAt(await dueIn(tx, now)), beside)
    } catch (error) {
      // Whatever rejects a repetition, the first attempt may have been stored.
      const stored = maybeStored ? await readEarlier(readSchedule(context.db, id)) : null
      if (stored) return stored
      if (!isStorageFailure(error) && stored === null) throw keyRejection(error, context.now()) ?? error
      maybeStored ||= !changedNothing(error)
      if (!maybeStored) throw error
      if (performance.now() > until) throw undecided(id, error)
      await sleep(pauseMs)
    }
  }
}
