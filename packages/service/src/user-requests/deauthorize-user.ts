import { type AccountRow, type Db, listAccountsGrantedBy, setAccountStatus, transaction } from '@carillon/database'
import { changeAccountIn } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'
import { type PostedUserRequest, readUserRequest } from './read-user-request.ts'

/**
 * Handles a network's callback that a user has withdrawn the app's access: the accounts that the user connected expire.
 * Unknown users are ignored, and so are accounts that the user has authorized again, or whose tokens were refreshed,
 * since the network signed the callback.
 * @throws ServiceError `route_not_found` for a platform without such requests, `unauthorized` for a signature that is
 *   missing, invalid or too old
 */
export async function deauthorizeUser(context: Context, posted: PostedUserRequest): Promise<void> {
  const user = await readUserRequest(context, posted)
  const at = context.now()
  const ended = { status: 'expired', reason: 'deauthorized', at, reportedAt: user.issuedAt } as const
  const accounts = await transaction(context.db, async (tx) => {
    const expired: AccountRow[] = []
    for (const account of await listAccountsGrantedBy(tx, user)) {
      const change = (tx: Db) => setAccountStatus(tx, account.id, ended)
      const isChanged = await changeAccountIn(context, tx, { id: account.id, type: 'account.expired', change })
      if (isChanged) expired.push(account)
    }
    return expired
  })
  for (const { id, platform } of accounts) {
    const logged = { requestId: posted.requestId, accountId: id, platform, reason: 'deauthorized' }
    context.log.warn(logged, 'connection expired')
  }
}
