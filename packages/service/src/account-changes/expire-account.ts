import { setAccountStatus } from '@carillon/database'
import type { Context } from '../context.ts'
import { changeAccount } from './change-account.ts'

/**
 * The evidence for the expiry of an account. The account does not expire if its credentials were stored a second or
 * more after `reportedAt`, or if credentials newer than `generation` are stored.
 */
interface ExpiryEvidence {
  /** When the network reported that the authorization had ended. */
  reportedAt?: Date
  /** The generation of the credentials that the network rejected. */
  generation?: number
}

/**
 * Sets the status of an account to `expired`, so that its user has to connect it again, and stores the event
 * `account.expired` and an audit entry. Does nothing if it is already expired or does not exist, or if newer
 * credentials (by an authorization or a token refresh) contradict the evidence.
 */
export async function expireAccount(context: Context, id: string, evidence: ExpiryEvidence): Promise<void> {
  const at = context.now()
  const change = { id, type: 'account.expired' } as const
  await changeAccount(context, {
    ...change,
    change: (tx) => setAccountStatus(tx, id, { status: 'expired', at, ...evidence }),
  })
}
