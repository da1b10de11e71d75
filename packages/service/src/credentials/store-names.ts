import { type AccountRow, setAccountColumns } from '@carillon/database'
import type { Names } from '@carillon/providers'
import { changeAccount } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'

/**
 * Stores the names of an account that its network has reported, with an `account.updated` event if they have changed. A
 * name that is null stays as it is stored. Does nothing if they are the names of `known`, the account as the caller has
 * read it. A failure is logged; the names are then stored when they are next reported.
 */
export async function storeNames(context: Context, known: AccountRow, names: Names): Promise<void> {
  const { displayIdentifier, displayName } = names
  const isSame =
    [null, known.displayIdentifier].includes(displayIdentifier) && [null, known.displayName].includes(displayName)
  if (isSame) return
  const { id: accountId } = known
  try {
    const named = { displayIdentifier: displayIdentifier ?? undefined, displayName: displayName ?? undefined }
    const change = { ...named, updatedAt: context.now() }
    await changeAccount(context, {
      id: accountId,
      type: 'account.updated',
      change: (tx) => setAccountColumns(tx, accountId, change),
    })
  } catch (error) {
    context.log.warn({ accountId, err: error }, 'names of the account not stored')
  }
}
