import { setAccountStatus } from '@carillon/database'
import type { Context } from '../context.ts'
import { changeAccount } from './change-account.ts'

/**
 * Sets the status of an account to `expired`, so that its user has to connect it again, and stores the event
 * `account.expired`. Does nothing if it is already expired or does not exist, or if the user has authorized it again
 * since `reportedAt`, when the network reported that it had ended.
 */
export async function expireAccount(context: Context, id: string, reportedAt?: Date): Promise<void> {
  const at = context.now()
  const change = { id, type: 'account.expired' } as const
  await changeAccount(context, {
    ...change,
    change: (tx) => setAccountStatus(tx, id, { status: 'expired', at, reportedAt }),
  })
}
