import type { Selectable } from 'kysely'
import type { Tx } from '../db.ts'
import type { IdempotentResponseTable } from '../schema/idempotent-response.ts'
import { matching } from '../statements/matching.ts'

type Name = Pick<IdempotentResponseTable, 'organizationId' | 'operation' | 'key'>

/**
 * Claims an idempotency key for a request and returns undefined, or returns the stored response of the request that
 * claimed the key before. The `bodyHash` of the stored response may be that of another body, which the caller has to
 * check. Waits for the transaction of a simultaneous request with the same key. Ignores responses from before
 * `validSince`.
 */
export async function claimResponse(
  tx: Tx,
  name: Name,
  { bodyHash, createdAt, validSince }: { bodyHash: Buffer; createdAt: Date; validSince: Date },
): Promise<Selectable<IdempotentResponseTable> | undefined> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('idempotentResponse')
    .values({ ...name, bodyHash, status: null, body: null, createdAt })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'operation', 'key'])
        .doUpdateSet({ bodyHash, status: null, body: null, createdAt })
        .where('idempotentResponse.createdAt', '<', validSince),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  const claimed = matching<'idempotentResponse'>(name)
  return tx.kysely.selectFrom('idempotentResponse').selectAll().where(claimed).executeTakeFirstOrThrow()
}

/**
 * Stores the response of a request that has claimed its idempotency key, for repetitions. Call it in the transaction of
 * `claimResponse`. Does nothing if the key is not claimed.
 */
export async function saveResponse(tx: Tx, name: Name, response: { status: number; body: string }): Promise<void> {
  const claimed = matching<'idempotentResponse'>(name)
  await tx.kysely.updateTable('idempotentResponse').set(response).where(claimed).execute()
}
