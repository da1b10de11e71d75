import { type AccountRow, readCredential, type StoredCredential } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { connectionExpired } from './connection-expired.ts'
import { parseCredentials } from './parse-credentials.ts'
import { refreshCredentials } from './refresh-credentials.ts'

/** Milliseconds before their expiry from which tokens are refreshed before use. */
const marginMs = 5 * 60_000

interface CredentialsOptions {
  account: AccountRow
  requestId: string
  /**
   * The generation of the credentials that the network has rejected. The generation is a number that grows with each
   * refresh and each authorization.
   */
  rejected?: number
  /** The stored row of the credentials, if the caller has just read it; otherwise it is read from the database. */
  read?: StoredCredential | undefined
}

export interface FreshCredentials {
  /** The credentials in the form that the account's adapter expects. */
  credentials: unknown
  generation: number
}

function endsWithin(row: StoredCredential, now: Date, ms: number): boolean {
  return row.expiresAt !== null && row.expiresAt.getTime() - now.getTime() < ms
}

/**
 * Returns an account's credentials. They are refreshed first if they expire within five minutes, or if the stored ones
 * are not newer than the generation `rejected`. If a refresh fails for now, credentials that have neither expired nor
 * been rejected are returned.
 * @param options.read the stored row, if the caller has just read it; undefined to read it from the database
 * @throws ServiceError `connection_expired` if the account has expired or has no credentials, if the network reports
 *   that the user's authorization has ended, or if the adapter cannot use the stored credentials; Error if no key
 *   decrypts them; the error of the refresh if it fails and no usable credentials exist
 */
export async function freshCredentials(
  context: Context,
  { account, requestId, rejected, read }: CredentialsOptions,
): Promise<FreshCredentials> {
  const row = read ?? (await readCredential(context.db, account.id))
  if (!row || account.status === 'expired') throw connectionExpired()
  const wasRejected = rejected !== undefined && row.generation <= rejected
  if (!wasRejected && !endsWithin(row, context.now(), marginMs)) return await parsed(context, account, row)
  try {
    return await parsed(
      context,
      account,
      await refreshCredentials(context, { account, requestId, seen: row.generation }),
    )
  } catch (error) {
    const usable = !wasRejected && !endsWithin(row, context.now(), 0)
    const gone = error instanceof ServiceError && error.code === 'connection_expired'
    if (!usable || gone) throw error
    context.log.warn({ requestId, accountId: account.id, err: error }, 'token not refreshed yet')
    return await parsed(context, account, row)
  }
}

async function parsed(context: Context, account: AccountRow, row: StoredCredential): Promise<FreshCredentials> {
  const credentials = context.state.parsedCredentials.get(row) ?? (await parseCredentials(context, account, row))
  context.state.parsedCredentials.set(row, credentials)
  return { credentials, generation: row.generation }
}
