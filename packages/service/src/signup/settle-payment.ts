import { changeSetup, type Db, listPaymentFailures, notePaymentFailure } from '@carillon/database'
import type { SetupStep } from '@carillon/domain'
import type { Context } from '../context.ts'
import type { AccountsByProviderId, Normalized } from '../normalized-events.ts'

interface Missing {
  accountId: string
  step: SetupStep
  at: Date
}

/**
 * Records setup steps that a network reported as missing. Networks do not report when a payment method is added; a
 * template delivered after the last failure proves it, in whichever order the reports arrive.
 */
export async function noteMissing(db: Db, found: readonly Missing[], now: Date): Promise<void> {
  for (const { accountId, step, at } of found) {
    if (step === 'payment') await notePaymentFailure(db, accountId, at)
    else await changeSetup(db, accountId, { add: [step], at: now })
  }
}

/** Decides, for accounts whose messages were rejected for lack of a payment method, whether one is still missing. */
export async function settlePayment(db: Db, accountIds: readonly string[], now: Date): Promise<void> {
  for (const { id, paidSince } of await listPaymentFailures(db, accountIds)) {
    const change = paidSince ? { remove: ['payment' as const] } : { add: ['payment' as const] }
    await changeSetup(db, id, { ...change, at: now })
  }
}

/**
 * Records the missing setup steps that a batch of webhook events reports, then settles the payment step of these
 * accounts.
 */
export async function settlePayments(
  { db, now }: Context,
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
  await noteMissing(db, found, now())
  const ids = new Set(reports.flatMap(({ subject }) => accounts.get(subject) ?? []))
  if (ids.size > 0) await settlePayment(db, [...ids], now())
}
