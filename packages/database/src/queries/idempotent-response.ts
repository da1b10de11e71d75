import type { Selectable } from 'kysely'
import type { Tx } from '../db.ts'
import type { IdempotentResponseTable } from '../schema/idempotent-response.ts'

type Name = Pick<IdempotentResponseTable, 'organization_id' | 'operation' | 'key'>

/**
 * Claims the idempotency key for a request, or returns the response of the request that claimed it before. A
 * simultaneous request with the same key waits until that transaction ends. Responses older than `validSince` are
 * ignored.
 */
export async function claimResponse(
  tx: Tx,
  name: Name,
  { body_hash, created_at, validSince }: { body_hash: Buffer; created_at: Date; validSince: Date },
): Promise<Selectable<IdempotentResponseTable> | undefined> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('idempotent_answer')
    .values({ ...name, body_hash, status: null, body: null, created_at })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'operation', 'key'])
        .doUpdateSet({ body_hash, status: null, body: null, created_at })
        .where('idempotent_answer.created_at', '<', validSince),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  return named(tx.kysely.selectFrom('idempotent_answer').selectAll(), name).executeTakeFirstOrThrow()
}

/** Stores the response of a request with an `Idempotency-Key`, for its repetitions. */
export async function saveResponse(tx: Tx, name: Name, response: { status: number; body: string }): Promise<void> {
  await named(tx.kysely.updateTable('idempotent_answer').set(response), name).execute()
}

interface Filterable<Q> {
  where(column: keyof Name, operator: '=', value: string): Q
}

function named<Q extends Filterable<Q>>(query: Q, { organization_id, operation, key }: Name): Q {
  return query.where('organization_id', '=', organization_id).where('operation', '=', operation).where('key', '=', key)
}
