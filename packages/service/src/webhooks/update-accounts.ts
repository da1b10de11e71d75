import { changeSetup, findAccountForWorker, noteRestriction } from '@carillon/database'
import type { SetupStep } from '@carillon/domain'
import type { AccountUpdate, AccountUpdateKind } from '@carillon/providers'
import { changeAccount } from '../account-changes/change-account.ts'
import { expireAccount } from '../account-changes/expire-account.ts'
import type { Context } from '../context.ts'
import type { AccountsByProviderId, TimedUpdate } from '../normalized-events.ts'
import { queueJob } from '../queue/job-rows.ts'
import { storeTemplate } from './store-template.ts'

interface Effect {
  /** Set if the user has to connect the account again. */
  expires?: true
  /** Setup steps that the account then lacks. */
  missing?: readonly SetupStep[]
  /** True if the network restricts the account from then on, false if it no longer does. */
  restricts?: boolean
  /** Set if the event only reports that something has changed: the current state is then read from the network. */
  rereads?: true
}

/** The change that each kind of event makes to its accounts, besides being logged and counted. */
const effects: Record<AccountUpdateKind, Effect> = {
  revoked: { expires: true, missing: ['subscription'] },
  restricted: { restricts: true },
  restored: { restricts: false },
  template: { rereads: true },
  quality: { rereads: true },
  error: {},
  other: {},
}

/**
 * Returns the network's id of the accounts that an event is about: that of one account, or that of the business account
 * for all accounts under it.
 */
export function subjectOf({ accountProviderId, businessAccountId }: AccountUpdate): string {
  return accountProviderId ?? businessAccountId
}

/**
 * Applies account events of webhooks to their accounts: expiry, missing setup steps, restrictions, template decisions,
 * and changes that a job then reads from the network.
 * @param accounts Carillon's account ids, keyed by the network's id; events about other accounts are skipped
 */
export async function updateAccounts(
  context: Context,
  accounts: AccountsByProviderId,
  updates: readonly TimedUpdate[],
): Promise<void> {
  for (const update of updates) {
    for (const id of accounts.get(subjectOf(update)) ?? []) {
      context.log.info({ accountId: id, kind: update.kind, event: update.event }, 'account event')
      await updateAccount(context, id, update)
    }
  }
}

async function updateAccount(context: Context, id: string, update: TimedUpdate): Promise<void> {
  const { expires, missing, restricts, rereads } = effects[update.kind]
  const at = context.now()
  const updated = { id, type: 'account.updated' } as const
  if (expires) await expireAccount(context, id, { reportedAt: update.at })
  if (missing) {
    const lacking = { add: missing, at, reportedAt: update.at }
    await changeAccount(context, { ...updated, change: (tx) => changeSetup(tx, id, lacking) })
  }
  if (restricts !== undefined) {
    const reported = { restriction: restricts ? update.event : '', since: update.at, at }
    await changeAccount(context, { ...updated, change: (tx) => noteRestriction(tx, id, reported) })
  }
  if (update.kind === 'template') await storeTemplate(context, id, update)
  if (!rereads) return
  const owner = await findAccountForWorker(context.db, id)
  if (owner) await queueJob(context.db, 'signup.finish', { id, owner })
}
