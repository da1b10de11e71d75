import { sql } from 'kysely'
import { type Db, type Tx, transaction } from '../db.ts'
import type { NewExternalWrite } from '../schema/external-write.ts'
import { lockUntilEnd, namespaces } from '../statements/advisory-lock.ts'
import type { Values } from '../statements/statement.ts'

interface WrittenRequest {
  organizationId: string
  requestId: string
}

const nameOf = ({ organizationId, requestId }: WrittenRequest): string => `${organizationId} ${requestId}`

/**
 * Returns the SQL condition under which a write with a deadline is stored, by the database's clock; undefined without a
 * deadline. The condition takes a lock before it reads the clock and keeps it until the write is visible. A lookup
 * after the deadline waits for the lock, and so misses no write that is being committed.
 */
export function storedInTime(
  { storeBefore, ...request }: Pick<NewExternalWrite, 'organizationId' | 'requestId' | 'storeBefore'>,
  values: Values,
): string | undefined {
  if (storeBefore === undefined) return undefined
  const lock = `pg_advisory_xact_lock(${namespaces.requestLookup}, hashtext(${values.add(nameOf(request))}::text))`
  return `case when ${lock}::text = '' then clock_timestamp() < ${values.add(storeBefore)}::timestamptz end`
}

/**
 * Takes the lock of a request until the transaction ends and returns whether its deadline `storeBefore` has not passed
 * by the database's clock. If it has passed, the caller must not store the write. It is the counterpart of
 * `storedInTime` for writes that take several statements.
 */
export async function isInTime(tx: Tx, request: WrittenRequest, storeBefore: Date): Promise<boolean> {
  await lockUntilEnd(tx, 'requestLookup', nameOf(request))
  const inTime = sql<boolean>`clock_timestamp() < ${storeBefore}`
  const row = await tx.kysely.selectNoFrom(inTime.as('inTime')).executeTakeFirstOrThrow()
  return row.inTime
}

/**
 * Waits for running transactions that store writes of this request with a deadline (`storeBefore`), and then returns
 * the result of `read`. After the deadline, by the database's clock, the result is final: a write that is missing will
 * never be stored. Does not wait for writes without a deadline.
 */
export function afterStoring<T>(db: Db, request: WrittenRequest, read: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await lockUntilEnd(tx, 'requestLookup', nameOf(request), 'shared')
    return read(tx)
  })
}
