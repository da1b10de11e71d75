import { claimAnswer, saveAnswer, type Tx, transaction } from '@carillon/database'
import { limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Answer, Grant } from '../request.ts'

interface KeyedRequest {
  grant: Grant
  operation: string
  key: string | undefined
  bodyHash: Buffer | null
}

/**
 * Does `work` once for an idempotency key: a repetition with the same body gets the first answer again, one that comes
 * while the first is under way waits for it. The key is stored with the work in one transaction, so an answer that
 * changed nothing leaves it free.
 */
export function idempotently(
  context: Context,
  { grant, operation, key, bodyHash }: KeyedRequest,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return transaction(context.db, work)
  const name = { organization_id: grant.scope.organizationId, operation, key }
  const now = context.now()
  const hash = bodyHash ?? Buffer.alloc(0)
  return transaction(context.db, async (tx) => {
    const earlier = await claimAnswer(tx, name, {
      body_hash: hash,
      created_at: now,
      validSince: new Date(now.getTime() - limits.idempotencyHours * 3_600_000),
    })
    if (earlier && !earlier.body_hash.equals(hash)) {
      throw new ServiceError('idempotency_conflict', 'This Idempotency-Key was used before with another body.')
    }
    if (earlier?.status) return { status: earlier.status, body: earlier.body }
    const answer = await work(tx)
    await saveAnswer(tx, name, { status: answer.status, body: JSON.stringify(answer.body) })
    return answer
  })
}
