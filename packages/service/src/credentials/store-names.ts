import { setAccountColumns } from '@carillon/database'
import type { Names } from '@carillon/providers'
import { changeAccount } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'

/**
 * Stores the names of an account that its network has reported, with an `account.updated` event if they have changed. A
 * name that is null stays as it is stored. A failure is logged; the names are then stored when they are next reported.
 */
export async function storeNames(context: Context, accountId: string, names: Names): Promise<void> {
  try {
    const { displayIdentifier, displayName } = names
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
