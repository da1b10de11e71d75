import { claimResponse, saveResponse, type Tx, transaction, transactionInTurn } from '@carillon/database'
import { limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { AnyOutput, Grant } from '../request.ts'

interface KeyedRequest {
  grant: Grant
  operation: string
  key: string | undefined
  bodyHash: Buffer | null
}

/**
 * Runs `work` once for an idempotency key and stores its response for 24 hours. A repeated request with the same body
 * gets the first response, and waits if the first request is still in flight. The key is stored in the transaction of
 * `work`, so a request that fails does not use it up. Without a key, `work` just runs in a transaction.
 * @throws ServiceError `idempotency_conflict` if the key was used with a different body
 */
export function idempotently<R extends AnyOutput>(
  context: Context,
  { grant, operation, key, bodyHash }: KeyedRequest,
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  if (key === undefined) return transaction(context.db, work)
  const name = { organizationId: grant.scope.organizationId, operation, key }
  const now = context.now()
  const hash = bodyHash ?? Buffer.alloc(0)
  return transactionInTurn(context.db, ['idempotentResponse', Object.values(name).join(' ')], async (tx) => {
    const earlier = await claimResponse(tx, name, {
      bodyHash: hash,
      createdAt: now,
      validSince: new Date(now.getTime() - limits.idempotencyHours * 3_600_000),
    })
    if (earlier && !earlier.bodyHash.equals(hash)) {
      throw new ServiceError(
        'idempotency_conflict',
        'This Idempotency-Key was already used with a different body. Use a new key for a new request.',
      )
    }
    // Stored by the same operation, as JSON.
    if (earlier?.status) return { status: earlier.status, body: earlier.body } as R
    const response = await work(tx)
    await saveResponse(tx, name, { status: response.status, body: JSON.stringify(response.body) })
    return response
  })
}
