import { setTimeout as sleep } from 'node:timers/promises'
import {
  changedNothing,
  type Db,
  type ExternalWriteRow,
  type NewExternalWrite,
  readExternalWrite,
  readKnownEpoch,
  violatedConstraint,
} from '@carillon/database'
import type { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { budgetRejection } from './budget-rejection.ts'
import { onKnownTimeline } from './on-known-timeline.ts'

const pauseMs = 250

/** The maximum assumed difference in ms between the clocks of processes and of the database. */
const clockSkewMs = 2_000

/** Columns of a write that is stored again; see `storeWithRetry`. */
type AfterAttempts = Pick<NewExternalWrite, 'changesLostAt'>

/**
 * Returns the columns that mark a write that is stored again, if a standby was promoted since the first attempt: the
 * former server may have stored the write, and a worker may have sent it. Otherwise empty.
 */
async function afterAttempts(context: Context, since: Date): Promise<AfterAttempts> {
  const { config, db, now } = context
  if (config.promotesSynchronous) return {}
  const { raisedAt } = await onKnownTimeline(context, () => readKnownEpoch(db))
  return raisedAt !== null && raisedAt.getTime() > since.getTime() - clockSkewMs ? { changesLostAt: now() } : {}
}

/**
 * Returns the row that an earlier attempt may have stored, as `read` finds it; null if none exists, undefined if the
 * database cannot be read.
 */
export function readEarlier<Row>(read: Promise<Row | undefined>): Promise<Row | null | undefined> {
  return read.then(
    (row) => row ?? null,
    () => undefined,
  )
}

/**
 * Stores a new write. If the database's response is lost, the same row is stored again under the same id until the
 * database confirms or rejects it. If the database rejects a repetition, the row that an earlier attempt stored is
 * returned, if it exists.
 * @param options.insert stores the row; `after` has further columns to set. It is empty, except in a repetition after a
 *   standby was promoted that may lack the row of an earlier attempt: `changesLostAt` then marks the row
 * @param options.until when to give up, in ms on the clock of `performance.now()`
 * @param options.undecided builds the error that is thrown if it is not known whether the write is stored: after
 *   `until`, or if a promoted standby rejects a row that the former server may have stored
 * @throws ServiceError `budget_exhausted` if a budget of the API key is used up, `unauthorized` if the key was deleted,
 *   `deadline_passed` after the write's `storeBefore`; the error of `undecided`; any other error unchanged, if it shows
 *   that nothing was stored
 */
export async function storeWithRetry(
  context: Context,
  writeId: string,
  {
    insert,
    until,
    undecided,
  }: {
    insert(db: Db, after: AfterAttempts): Promise<ExternalWriteRow>
    until: number
    undecided(cause: unknown): ServiceError
  },
): Promise<ExternalWriteRow> {
  const since = context.now()
  let maybeStored = false
  for (;;) {
    let after: AfterAttempts = {}
    try {
      after = maybeStored ? await afterAttempts(context, since) : {}
      return await insert(context.db, after)
    } catch (error) {
      const isRejected = !isStorageFailure(error)
      // Whatever rejects a repetition, an earlier attempt may have been stored.
      const stored = isRejected && maybeStored ? await readEarlier(readExternalWrite(context.db, writeId)) : undefined
      if (stored) return stored
      // On a server that was promoted since, the row of an earlier attempt may be missing.
      if (stored === null && after.changesLostAt) throw undecided(error)
      const isDuplicate = violatedConstraint(error) === 'external_write_pkey'
      const isUnstored = !maybeStored || (stored === null && !isDuplicate)
      if (isRejected && isUnstored) throw budgetRejection(error, context.now()) ?? error
      maybeStored ||= !changedNothing(error)
      if (!maybeStored) throw error
      if (performance.now() > until) throw undecided(error)
      await sleep(pauseMs)
    }
  }
}
