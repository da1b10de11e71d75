import { changeSetup, setAccountStatus } from '@carillon/database'
import type { SetupStep } from '@carillon/domain'
import type { AccountUpdate, AccountUpdateKind } from '@carillon/providers'
import type { Context } from '../context.ts'
import type { AccountsByProviderId } from './normalized.ts'

interface Effect {
  /** The user has to connect the account again. */
  expires?: true
  /** Steps of the setup that the account then lacks. */
  missing?: readonly SetupStep[]
}

/** What an event changes of the accounts that it is about; those without an effect are logged and counted. */
const effects: Record<AccountUpdateKind, Effect> = {
  revoked: { expires: true, missing: ['subscription'] },
  restricted: {},
  restored: {},
  template: {},
  quality: {},
  error: {},
  other: {},
}

/** The id by which an event names its accounts: that of one, or that of everything under a business account. */
export function subjectOf({ accountProviderId, businessAccountId }: AccountUpdate): string {
  return accountProviderId ?? businessAccountId
}

/** Notes on the accounts what events say of them. */
export async function updateAccounts(
  context: Context,
  accounts: AccountsByProviderId,
  updates: readonly AccountUpdate[],
): Promise<void> {
  const at = context.now()
  for (const update of updates) {
    const { expires, missing } = effects[update.kind]
    for (const id of accounts.get(subjectOf(update)) ?? []) {
      context.log.info({ accountId: id, kind: update.kind, event: update.event }, 'account event')
      if (expires) await setAccountStatus(context.db, id, { status: 'expired', at })
      if (missing) await changeSetup(context.db, id, { add: missing, at })
    }
  }
}
