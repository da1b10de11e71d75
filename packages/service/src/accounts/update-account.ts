import { setAccountColumns } from '@carillon/database'
import { missingSwitchScopes } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { viewAccount } from '../account-changes/account-view.ts'
import { changeAccount } from '../account-changes/change-account.ts'
import { requireCard } from '../billing.ts'
import type { UseCase } from '../request.ts'
import { requireAccount } from '../scope.ts'

/**
 * Turns paid background reads (analytics, inbox) of an account on or off. A read that the request does not name stays
 * as it is. Stores the event `account.updated` if the setting of a read has changed.
 * @throws ServiceError `x_billing_required` if the request turns a read on and no card is on file; `reconnect_required`
 *   if the user has not granted the scopes that such a read needs (`details.missingScopes`); `account_not_found` if the
 *   account was deleted meanwhile
 */
export const updateAccount: UseCase<'accounts.update'> = async (context, { grant, account, input }) => {
  const wanted = input.body.xCapabilities
  if (wanted.analytics || wanted.inbox) await requireCard(context, grant.scope.organizationId, account.platform)
  const missingScopes = missingSwitchScopes(wanted, account.scopes)
  if (missingScopes.length > 0) {
    const names = missingScopes.join(', ')
    throw new ServiceError('reconnect_required', `The connection lacks ${names}; reconnect the account first.`, {
      details: { missingScopes },
    })
  }
  await changeAccount(context, {
    id: account.id,
    type: 'account.updated',
    change: (tx) => setAccountColumns(tx, account.id, { ...wanted, updatedAt: context.now() }),
  })
  return { status: 200, body: viewAccount(context, await requireAccount(context, grant, account.id)) }
}
