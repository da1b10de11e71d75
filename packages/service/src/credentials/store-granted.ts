import { isDeepStrictEqual } from 'node:util'
import {
  type AccountRow,
  findAccountForWorker,
  holdAccount,
  readCredential,
  setAccountColumns,
} from '@carillon/database'
import type { Granted } from '@carillon/providers'
import { changeAccount } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return isDeepStrictEqual(some.toSorted(), others.toSorted())
}

/**
 * Stores the scopes of an account that its network has reported with refreshed tokens, with an `account.updated` event
 * if they have changed; another order is no change. Does nothing if they are the scopes of `known`, the account as the
 * caller has read it. Scopes of tokens that were replaced meanwhile, such as by a new authorization, are discarded:
 * `ciphertext`, the tokens with which the scopes were reported, is then no longer stored. A failure is logged; the
 * scopes are then stored at the next refresh.
 */
export async function storeGranted(
  context: Context,
  { known, ciphertext }: { known: AccountRow; ciphertext: Buffer },
  { scopes, missingScopes }: Granted,
): Promise<void> {
  if (areSame(scopes, known.scopes) && areSame(missingScopes, known.missingScopes)) return
  const { id: accountId } = known
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
