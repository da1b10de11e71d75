import { type Db, listAccountsGrantedBy, setAccountStatus } from '@carillon/database'
import { changeAccount } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'
import { type PostedUserRequest, readUserRequest } from './read-user-request.ts'

/**
 * Handles a network's callback that a user has withdrawn the app's access: the accounts that the user connected expire.
 * Unknown users are ignored, and so are accounts that have expired already, and accounts that the user has authorized
 * again, or whose tokens were refreshed, a second or more after the network signed the callback. If it fails, some of
 * the accounts may have expired.
 * @throws ServiceError `route_not_found` for a platform without such requests, `unauthorized` for a signature that is
 *   missing, invalid or too old
 */
export async function deauthorizeUser(context: Context, posted: PostedUserRequest): Promise<void> {
  const user = await readUserRequest(context, posted)
  const ended = { status: 'expired', reason: 'deauthorized', at: context.now(), reportedAt: user.issuedAt } as const
  // Each in a transaction of its own, as a user can have granted access to any number of accounts.
  for (const { id, platform } of await listAccountsGrantedBy(context.db, user)) {
    const change = (tx: Db) => setAccountStatus(tx, id, ended)
    if (!(await changeAccount(context, { id, type: 'account.expired', change }))) continue
    const logged = { requestId: posted.requestId, accountId: id, platform, reason: 'deauthorized' }
    context.log.warn(logged, 'connection expired')
  }
}
