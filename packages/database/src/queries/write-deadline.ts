import { sql } from 'kysely'
import { type Db, type Tx, transaction } from '../db.ts'
import type { NewExternalWrite } from '../schema/external-write.ts'
import { lockUntilEnd, namespaces } from '../statements/advisory-lock.ts'
import type { Part } from '../statements/statement.ts'

const { requestLookup } = namespaces

interface WrittenRequest {
  organizationId: string
  requestId: string
}

const nameOf = ({ organizationId, requestId }: WrittenRequest): string => `${organizationId} ${requestId}`

/**
 * The condition on which a write with a deadline is stored, with the values of its parameters, which begin with `first`.
 * The lock of the request is taken before the clock is read, and released when the write can be seen; `case` keeps that
 * order. A lookup after the deadline waits for the lock, so that it misses no write that is being committed. The clock
 * is that of the database, because processes have one each.
 */
export function storedInTime(
  { storeBefore, ...request }: Pick<NewExternalWrite, 'organizationId' | 'requestId' | 'storeBefore'>,
  first: number,
): Part | undefined {
  if (storeBefore === undefined) return undefined
  const lock = `pg_advisory_xact_lock(${requestLookup}, hashtext($${first}::text))`
  const text = `case when ${lock}::text = '' then clock_timestamp() < $${first + 1}::timestamptz end`
  return { text, values: [nameOf(request), storeBefore] }
}

/**
 * Takes the lock of a request in a transaction that has begun, and then compares its deadline with the clock, as
 * `storedInTime` does in a statement.
 */
export async function isInTime(tx: Tx, request: WrittenRequest, storeBefore: Date): Promise<boolean> {
  await lockUntilEnd(tx, 'requestLookup', nameOf(request))
  const inTime = sql<boolean>`clock_timestamp() < ${storeBefore}`
  const row = await tx.kysely.selectNoFrom(inTime.as('inTime')).executeTakeFirstOrThrow()
  return row.inTime
}

/**
 * Reads writes of a request after those that were being stored. Of a write whose deadline has passed by the clock of the
 * database, the result is final.
 */
export function afterStoring<T>(db: Db, request: WrittenRequest, read: (tx: Tx) => Promise<T>): Promise<T> {
  const lock = sql`pg_advisory_xact_lock_shared(${requestLookup}::int, hashtext(${nameOf(request)}))`
  return transaction(db, async (tx) => {
    await tx.kysely.selectNoFrom(lock.as('locked')).execute()
    return read(tx)
  })
}
