import { forgetMovedWarnings, listEndingAccess, noteWarning } from '@carillon/database'
import { endingLogins } from '@carillon/domain'
import type { Context } from '../context.ts'
import { changeAccount } from './change-account.ts'

/**
 * The numbers of days before the end of a user's access from which the event `account.expiring` is stored, the shortest
 * first.
 */
const warningDays = [3, 14] as const
const dayMs = 86_400_000
/** The maximum number of accounts that one run handles for each of `warningDays`; the next run finds the others. */
const max = 500

/**
 * Stores the event `account.expiring` for connected accounts whose users have to log in again soon: once from 14 days
 * before the end of their access, and again from 3 days before. An account that is first found within the last 3 days
 * gets only the second event. An account whose network has moved the end since, such as because the user has logged in
 * for another account, gets the events of the new end as well. One call stores at most 500 first and 500 second events.
 * Called periodically.
 */
export async function warnOfExpiry(context: Context): Promise<void> {
  const logins = endingLogins()
  await forgetMovedWarnings(context.db, { now: context.now(), max })
  for (const days of warningDays) {
    const before = new Date(context.now().getTime() + days * dayMs)
    for (const id of await listEndingAccess(context.db, { logins, before, days, max })) {
      await changeAccount(context, { id, type: 'account.expiring', change: (tx) => noteWarning(tx, id, days) })
    }
  }
}
