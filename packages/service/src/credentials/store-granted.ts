import { isDeepStrictEqual } from 'node:util'
import { findAccountForWorker, holdAccount, readCredential, setAccountColumns } from '@carillon/database'
import type { Granted } from '@carillon/providers'
import { changeAccount } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'
import type { SpooledRefresh } from './token-spool.ts'

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return isDeepStrictEqual(some.toSorted(), others.toSorted())
}

/**
 * Stores the scopes of an account that its network has reported with refreshed tokens, with an `account.updated` event
 * if they have changed; another order is no change. Scopes of tokens that were replaced meanwhile, such as by a new
 * authorization, are discarded. A failure is logged; the scopes are then stored at the next refresh.
 */
export async function storeGranted(
  context: Context,
  { accountId, ciphertext }: Pick<SpooledRefresh, 'accountId' | 'ciphertext'>,
  { scopes, missingScopes }: Granted,
): Promise<void> {
  try {
    await changeAccount(context, {
      id: accountId,
      type: 'account.updated',
      async change(tx) {
        // An authorization that is being stored changes the scopes and the credentials of the account.
        await holdAccount(tx, accountId)
        const account = await findAccountForWorker(tx, accountId)
        const stored = await readCredential(tx, accountId)
        if (!account || !stored?.ciphertext.equals(ciphertext)) return false
        return setAccountColumns(tx, accountId, {
          scopes: areSame(scopes, account.scopes) ? undefined : scopes,
          missingScopes: areSame(missingScopes, account.missingScopes) ? undefined : missingScopes,
          updatedAt: context.now(),
        })
      },
    })
  } catch (error) {
    context.log.warn({ accountId, err: error }, 'scopes of the account not stored')
  }
}
