import {
  changeSetup,
  type Db,
  forgetPaymentFailure,
  holdAccount,
  listPaymentFailures,
  notePaymentFailure,
  transactionInTurn,
} from '@carillon/database'
import type { SetupStep } from '@carillon/domain'
import { changeAccountIn } from '../account-changes/change-account.ts'
import type { Context } from '../context.ts'
import type { AccountsByProviderId, Normalized } from '../normalized-events.ts'

interface Missing {
  accountId: string
  step: SetupStep
  at: Date
}

/**
 * Records setup steps that a network reported as missing, in the caller's transaction; reports from before the
 * account's current credentials are ignored. A missing payment method is only recorded as a payment failure, which
 * `settlePayment` evaluates.
 */
export async function noteMissing(context: Context, tx: Db, found: readonly Missing[]): Promise<void> {
  for (const { accountId, step, at } of found) {
    if (step === 'payment') await notePaymentFailure(tx, accountId, at)
    else await changeSteps(context, tx, accountId, { add: [step], reportedAt: at })
  }
}

/**
 * Decides for accounts with payment failures whether a payment method is still missing, and adds `payment` to their
 * missing setup steps or removes it. Networks do not report when a method is added, but a template message delivered
 * after the last failure proves it.
 */
export async function settlePayment(context: Context, tx: Db, accountIds: readonly string[]): Promise<void> {
  for (const { id, paidSince } of await listPaymentFailures(tx, accountIds)) {
    const change = paidSince ? { remove: ['payment' as const] } : { add: ['payment' as const] }
    await changeSteps(context, tx, id, change)
    if (paidSince) await forgetPaymentFailure(tx, id)
  }
}

async function changeSteps(
  context: Context,
  tx: Db,
  id: string,
  steps: { add?: readonly SetupStep[]; remove?: readonly SetupStep[]; reportedAt?: Date },
): Promise<void> {
  const change = (db: Db) => changeSetup(db, id, { ...steps, at: context.now() })
  await changeAccountIn(context, tx, { id, type: 'account.updated', change })
}

/**
 * Records the missing setup steps that a batch of webhook events reports for accounts. Then, for each of these accounts
 * with a stored payment failure, adds `payment` to the account's missing setup steps, or removes it if a template
 * message was delivered after the last failure. Stores `account.updated` for each account whose steps have changed.
 * @param accounts Carillon's account ids, keyed by the network's id
 */
export async function settlePayments(
  context: Context,
  accounts: AccountsByProviderId,
  { statuses, account }: Pick<Normalized, 'statuses' | 'account'>,
): Promise<void> {
  const reports = [
    ...statuses.map(({ accountProviderId, missing, occurredAt }) => ({
      subject: accountProviderId,
      missing,
      at: new Date(occurredAt),
    })),
    ...account.map(({ accountProviderId, missing, at }) => ({ subject: accountProviderId ?? '', missing, at })),
  ]
  const found = reports.flatMap(({ subject, missing: step, at }) =>
    step === null ? [] : (accounts.get(subject) ?? []).map((accountId) => ({ accountId, step, at })),
  )
  // Each account in a transaction of its own, which therefore waits for no other one that has changed several.
  for (const id of new Set(reports.flatMap(({ subject }) => accounts.get(subject) ?? []))) {
    await transactionInTurn(context.db, ['account', id], async (tx) => {
      // A failure that is being recorded would be taken for one that was paid since.
      await holdAccount(tx, id)
      await noteMissing(
        context,
        tx,
        found.filter(({ accountId }) => accountId === id),
      )
      await settlePayment(context, tx, [id])
    })
  }
}
