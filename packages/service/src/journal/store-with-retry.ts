import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Db,
  type ExternalWriteRow,
  onConnection,
  readExternalWrite,
  violatedConstraint,
  wasRolledBack,
} from '@carillon/database'
import type { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { isStorageFailure } from '../storage-failure.ts'

const pauseMs = 250

/**
 * Stores a write. If the database's response is lost, the same row is stored again under the same id until the database
 * confirms what it holds.
 * @param until when to give that up, by `performance.now()`
 * @param undecided what is thrown then; an error after which nothing was stored is thrown as it is
 */
export async function storeWithRetry(
  context: Context,
  writeId: string,
  {
    insert,
    until,
    undecided,
  }: { insert(db: Db): Promise<ExternalWriteRow>; until: number; undecided(cause: unknown): ServiceError },
): Promise<ExternalWriteRow> {
  let maybeStored = false
  for (;;) {
    let attempted = false
    try {
      return await onConnection(context.db, (db) => {
        attempted = true
        return insert(db)
      })
    } catch (error) {
      const isStored = maybeStored && violatedConstraint(error) === 'external_write_pkey'
      const stored = isStored ? await readExternalWrite(context.db, writeId).catch(() => undefined) : undefined
      if (stored) return stored
      if (!isStored && !isStorageFailure(error)) throw error
      maybeStored ||= attempted && !wasRolledBack(error)
      if (!maybeStored) throw error
      if (performance.now() > until) throw undecided(error)
      await sleep(pauseMs)
    }
  }
}
