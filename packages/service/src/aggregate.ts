import { type AccountRow, translateDatabaseError } from '@carillon/database'
import type { AccountFailure } from '@carillon/domain'
import { asServiceError, catalogueRow, type ErrorCode, knownCode, ServiceError } from '@carillon/errors'
import { beforeAbort } from './before-abort.ts'
import { inParallel } from './network-calls/in-parallel.ts'

/** The failed read of one account for an aggregated response (one response with the records of several accounts). */
export interface FailedReading {
  /** The entry of the account in `errors` of the response. */
  failure: AccountFailure
  /** Seconds to wait before a retry; missing if the error names no time. */
  retryAfter?: number
}

/**
 * The result of reading one account for an aggregated response: its records, with errors about some of them, or the
 * reason why the whole read failed.
 */
export type Reading<T> = { records: T[]; errors?: AccountFailure[] } | FailedReading

/**
 * The codes that an aggregated response reports in place of those of a response about one account, which are the keys.
 */
const renamed: Partial<Record<ErrorCode, ErrorCode>> = {
  connection_expired: 'connection_unavailable',
  account_not_found: 'connection_unavailable',
}

/**
 * Returns the code and message for the entry of an account in `errors`. A code that does not fit a read becomes
 * `provider_error`, and its message is replaced, because it may contain the network's text.
 */
function publicFailure({ code: own, message }: ServiceError): Pick<AccountFailure, 'code' | 'message'> {
  const code = renamed[own] ?? own
  if (catalogueRow(code).places.includes('aggregate')) return { code, message }
  return { code: 'provider_error', message: 'The platform returned an unexpected response.' }
}

/**
 * Builds the entry in the `errors` list of an aggregated response for an account whose read threw `thrown` (any value).
 * Its code is that of the error; `connection_unavailable` if the connection cannot be used; `provider_error`, with a
 * general message, for a code that such a list does not have.
 */
export function accountFailure(account: AccountRow, thrown: unknown): AccountFailure {
  return {
    accountId: account.id,
    profileId: account.profileId,
    platform: account.platform,
    ...publicFailure(asServiceError(translateDatabaseError(thrown))),
  }
}

/** Builds the result of an account whose read threw `thrown` (any value). */
export function failedReading(account: AccountRow, thrown: unknown): FailedReading {
  const { retryAfter } = asServiceError(translateDatabaseError(thrown))
  return { failure: accountFailure(account, thrown), ...(retryAfter !== undefined && { retryAfter }) }
}

/** The maximum number of accounts of one request that are read at the same time. */
const accountsAtOnce = 20

/**
 * Calls `read` for all accounts, for at most 20 at the same time, and returns the results in the order of `accounts`.
 * Never rejects: the result of an account whose read throws is a `failure`, with `provider_error` if the read does not
 * end before `signal` aborts.
 */
export async function readAccounts<T>(
  accounts: readonly AccountRow[],
  { signal, read }: { signal: AbortSignal; read: (account: AccountRow) => Promise<T[]> },
): Promise<Reading<T>[]> {
  return inParallel(accounts, {
    max: accountsAtOnce,
    async work(account): Promise<Reading<T>> {
      try {
        return { records: await beforeAbort(signal, () => read(account)) }
      } catch (error) {
        return failedReading(account, error)
      }
    },
  })
}

/** Error codes that are reported unchanged if every account failed with the same one of them. */
const commonCodes: readonly string[] = ['provider_error', 'database_error']

/**
 * Returns the error for a request whose accounts all failed: their common code if it is listed in `commonCodes`,
 * otherwise `provider_unavailable`. If every failure names a time to wait, it contains the shortest one.
 */
function allFailed(readings: readonly FailedReading[]): ServiceError {
  const errors = readings.map(({ failure }) => failure)
  const [first] = errors
  const alike = errors.every(({ code }) => code === first?.code && commonCodes.includes(code))
  const code = alike && first ? knownCode(first.code) : 'provider_unavailable'
  const accounts = errors.length === 1 ? 'the account' : `all ${errors.length} accounts`
  const waits = readings.flatMap(({ retryAfter }) => (retryAfter === undefined ? [] : [retryAfter]))
  return new ServiceError(code, `The request failed for ${accounts}; details has each with its reason.`, {
    details: errors,
    ...(waits.length === readings.length && { retryAfter: Math.min(...waits) }),
  })
}

interface Arranged<T> {
  records: T[]
  /** Further entries for `errors` of the response, about the records as a whole, such as a list that was truncated. */
  errors: AccountFailure[]
}

interface AggregateOptions<T, R extends object> {
  /** Builds the body's property that lists the records, such as `(posts) => ({ posts })`. */
  list: (records: T[]) => R
  /** Sorts and truncates the records of all accounts; by default they stay in the order of the accounts. */
  arrange?: (records: T[]) => Arranged<T>
}

/**
 * Builds the response to a read over several accounts: 200 if all of them succeeded, 207 if some failed or there are
 * entries in `errors`, such as for a truncated list.
 * @param options.list builds the body's property that lists the records
 * @param options.arrange sorts and truncates the records of all accounts; by default they keep the order of `readings`
 * @throws ServiceError if there are accounts and all of them failed: `provider_error` or `database_error` if that is
 *   the code of each failure, otherwise `provider_unavailable`; `details` lists the failures, and `retryAfter` is the
 *   shortest time to wait if each failure names one
 */
export function aggregate<T, R extends object>(
  readings: readonly Reading<T>[],
  { list, arrange = (records) => ({ records, errors: [] }) }: AggregateOptions<T, R>,
): { status: 200 | 207; body: R & { status: 'complete' | 'partial'; errors: AccountFailure[] } } {
  const failed = readings.filter((reading) => 'failure' in reading)
  if (readings.length > 0 && failed.length === readings.length) throw allFailed(failed)
  const failures = failed.map(({ failure }) => failure)
  const found = readings.flatMap((reading) => ('records' in reading ? reading.records : []))
  const noted = readings.flatMap((reading) => ('records' in reading ? (reading.errors ?? []) : []))
  const { records, errors: arranged } = arrange(found)
  const errors = [...failures, ...noted, ...arranged]
  const complete = errors.length === 0
  return {
    status: complete ? 200 : 207,
    body: { status: complete ? 'complete' : 'partial', ...list(records), errors },
  }
}
