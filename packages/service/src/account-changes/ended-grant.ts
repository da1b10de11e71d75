import type { AccountRow, Db } from '@carillon/database'
import { limits } from '@carillon/domain'
import type { JsonObject } from '@carillon/providers'
import type { Context } from '../context.ts'
import { type JobOwner, queueJob } from '../queue/job-rows.ts'

/**
 * Milliseconds for which a revocation waits at most: an organization may always have a user who authorizes accounts.
 */
const maxWaitMs = 2 * limits.sessionMinutes * 60_000

/** The payload of a revocation job: all that remains of an authorization. It is stored only encrypted. */
export interface EndedGrant {
  account: Pick<AccountRow, 'id' | 'organizationId' | 'platform' | 'providerId' | 'ownerId'>
  requestId: string
  credentials: JsonObject
  /** The subject of the network's webhook subscription for the account; absent if there is no subscription. */
  subject?: string
  /** True if the account has another authorization now, so that only the subscription of this one ends. */
  isReplaced?: true
  /** Until when the job may wait while users authorize accounts, in ms since the epoch; absent in older jobs. */
  waitUntil?: number
}

const place = { table: 'job', row: 'grant.revoke', column: 'payload' }

/**
 * Decrypts the payload of a revocation job.
 * @throws Error if no key decrypts it
 */
export function readEndedGrant({ encryption }: Pick<Context, 'encryption'>, payload: string): EndedGrant {
  return encryption.decrypt(place, Buffer.from(payload, 'base64')) as EndedGrant
}

/** Returns the organization and platform of a grant, as the owner of its jobs. */
export function grantOwner({ organizationId, platform }: EndedGrant['account']): JobOwner {
  return { organizationId, platform }
}

/**
 * Queues the job that ends a grant and its webhook subscription at the network (`revokeGrant`). The job waits, for up
 * to an hour, while users authorize accounts that it could affect. Call this in the transaction that deletes or
 * replaces the grant.
 */
export async function queueEndedGrant(
  context: Pick<Context, 'encryption' | 'now'>,
  tx: Db,
  ended: Omit<EndedGrant, 'waitUntil'>,
): Promise<void> {
  const grant: EndedGrant = { ...ended, waitUntil: context.now().getTime() + maxWaitMs }
  const payload = context.encryption.encrypt(place, grant).toString('base64')
  await queueJob(tx, 'grant.revoke', { id: payload, owner: grantOwner(ended.account) })
}
