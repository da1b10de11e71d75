import type { ScheduleRow } from '@carillon/database'
import type { ScheduleProblem } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'

type Problem = Omit<ScheduleProblem, 'at'>

/** Functions that build the problems because of which a schedule is not, or may not be, published. */
export const problems = {
  late: ({ lateMinutes }: Pick<ScheduleRow, 'lateMinutes'>): Problem => ({
    code: 'late',
    message: `It could not go out within ${lateMinutes} minutes after its time.`,
  }),
  keyDeleted: (): Problem => ({
    code: 'key_deleted',
    message: 'The API key that scheduled it has been deleted. Release it, or give it a new time, with another key.',
  }),
  expired: (): Problem => ({
    code: 'connection_expired',
    message: 'The account has to be connected again.',
  }),
  noAccount: (): Problem => ({
    code: 'account_not_found',
    message: 'The account has been disconnected.',
  }),
  accessEnds: (at: Date): Problem => ({
    code: 'connection_expired',
    message: `The access to the account ends at ${at.toISOString()}, before the post is due, unless its user logs in again.`,
  }),
  quota: (message: string): Problem => ({
    code: 'quota_exhausted',
    message: `${message} Move it to another day.`,
  }),
  of: ({ code, message }: ServiceError): Problem => ({ code, message }),
  restored: (): Problem => ({
    code: 'restored',
    message:
      'The database was restored from a backup after it was due. It may have been published; look at the account before you release it.',
  }),
  zoneChanged: ({ timeZone }: Pick<ScheduleRow, 'timeZone'>, before: Date, after: Date): Problem => ({
    code: 'time_zone_changed',
    message: `The rules of the zone ${timeZone} have changed: it was due at ${before.toISOString()} and is now due at ${after.toISOString()}.`,
  }),
} as const

/**
 * Runs `check` and returns the `ServiceError` that it throws or rejects with, if the status is below 500; null if the
 * check succeeds. Other errors are thrown.
 */
export async function rejectionOf(check: () => unknown): Promise<ServiceError | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return error
    throw error
  }
}
