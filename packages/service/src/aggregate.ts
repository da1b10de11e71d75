import type { AccountRow } from '@carillon/database'
import type { AccountFailure } from '@carillon/domain'
import { asServiceError, catalogueRow, type ErrorCode, ServiceError } from '@carillon/errors'
import type { Answer } from './request.ts'

/** What reading one account brought: its records, or why not. */
export type Reading<T> = { records: T[]; errors?: AccountFailure[] } | { failure: AccountFailure }

/** Codes that an aggregate names differently than an answer of its own would. */
const renamed: Partial<Record<ErrorCode, ErrorCode>> = {
  connection_expired: 'connection_unavailable',
  account_not_found: 'connection_unavailable',
}

/** What the entry of an account says. A code that has no place there says nothing of a read, nor does its text, which can be the network's. */
function told({ code: own, message }: ServiceError): Pick<AccountFailure, 'code' | 'message'> {
  const code = renamed[own] ?? own
  if (catalogueRow(code).places.includes('aggregate')) return { code, message }
  return { code: 'provider_error', message: 'The network did not answer as it should.' }
}

export function accountFailure(account: AccountRow, thrown: unknown): AccountFailure {
  return {
    accountId: account.id,
    profileId: account.profile_id,
    platform: account.platform,
    ...told(asServiceError(thrown)),
  }
}

/** Reads every account at once and keeps what came. */
export async function readAccounts<T>(
  accounts: readonly AccountRow[],
  read: (account: AccountRow) => Promise<T[]>,
): Promise<Reading<T>[]> {
  return Promise.all(
    accounts.map(async (account): Promise<Reading<T>> => {
      try {
        return { records: await read(account) }
      } catch (error) {
        return { failure: accountFailure(account, error) }
      }
    }),
  )
}

/** Every account failed: one code for all of them where the code says enough, else `provider_unavailable`. */
function allFailed(errors: AccountFailure[]): ServiceError {
  const alike = errors.every((error) => error.code === 'provider_error')
  const code = alike ? 'provider_error' : 'provider_unavailable'
  const count = errors.length === 1 ? 'The account' : `All ${errors.length} accounts`
  return new ServiceError(code, `${count} could not be read; details has each with its reason.`, { details: errors })
}

/**
 * The answer of a read over several accounts: 200 when all went well, 207 when some failed or something was cut, and an
 * error when every one failed.
 */
export function aggregate<T>(
  key: string,
  readings: readonly Reading<T>[],
  arrange: (records: T[]) => { records: T[]; errors: AccountFailure[] } = (records) => ({ records, errors: [] }),
): Answer {
  const failures = readings.flatMap((reading) => ('failure' in reading ? [reading.failure] : []))
  if (readings.length > 0 && failures.length === readings.length) throw allFailed(failures)
  const found = readings.flatMap((reading) => ('records' in reading ? reading.records : []))
  const noted = readings.flatMap((reading) => ('records' in reading ? (reading.errors ?? []) : []))
  const { records, errors: arranged } = arrange(found)
  const errors = [...failures, ...noted, ...arranged]
  const status = errors.length === 0 ? 'complete' : 'partial'
  return { status: errors.length === 0 ? 200 : 207, body: { status, [key]: records, errors } }
}
