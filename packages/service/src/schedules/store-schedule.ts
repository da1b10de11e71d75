import { setTimeout as sleep } from 'node:timers/promises'
import {
  insertSchedule,
  isKeyOfScheduleDeleted,
  type NewSchedule,
  onConnection,
  readSchedule,
  type ScheduleRow,
  type ScheduleStorage,
  wasRolledBack,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { budgetRejection } from '../journal/budget-rejection.ts'
import { isStorageFailure } from '../storage-failure.ts'
import type { DueColumns, DueIn } from './requested-schedule.ts'

const pauseMs = 250
/** How long storing is repeated while the database does not confirm it, in milliseconds. */
const storesForMs = 10_000

function undecided(scheduleId: string, cause: unknown): ServiceError {
  const message =
    'It is not known whether the schedule was stored. Read it, or list the schedules, before you send it again.'
  return new ServiceError('internal_error', message, { details: { scheduleId }, cause, mayBeStored: true })
}

/** The error for a client if a schedule was rejected by its key; undefined for any other error. */
export function keyRejection(thrown: unknown, now: Date): ServiceError | undefined {
  if (isKeyOfScheduleDeleted(thrown)) return new ServiceError('unauthorized', 'The API key has been deleted.')
  return budgetRejection(thrown, now)
}

interface Unstored {
  id: string
  dueIn: DueIn
  rowAt(due: DueColumns): NewSchedule
}

/**
 * Stores a schedule with its files. If the database's response is lost, the same rows are stored again under the same id
 * until the database confirms what it holds.
 * @throws ServiceError `no_free_slot`, `deadline_passed`, `budget_exhausted`; `unauthorized` if the key was deleted meanwhile
 */
export async function storeSchedule(
  context: Context,
  { id, dueIn, rowAt }: Unstored,
  beside: ScheduleStorage,
): Promise<ScheduleRow> {
  const until = performance.now() + storesForMs
  let maybeStored = false
  for (;;) {
    let attempted = false
    try {
      const now = await context.databaseNow()
      return await onConnection(context.db, (db) => {
        attempted = true
        return insertSchedule(db, async (tx) => rowAt(await dueIn(tx, now)), beside)
      })
    } catch (error) {
      // Whatever rejects a repetition, the first attempt may have been stored.
      const stored = maybeStored ? await readSchedule(context.db, id).catch(() => undefined) : undefined
      if (stored) return stored
      if (!isStorageFailure(error)) throw keyRejection(error, context.now()) ?? error
      maybeStored ||= attempted && !wasRolledBack(error)
      if (!maybeStored) throw error
      if (performance.now() > until) throw undecided(id, error)
      await sleep(pauseMs)
    }
  }
}
