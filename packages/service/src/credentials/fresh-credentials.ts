import { type AccountRow, type CredentialRow, readCredential } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { connectionExpired } from './connection-expired.ts'
import { parseCredentials } from './parse-credentials.ts'
import { refreshCredentials } from './refresh-credentials.ts'

/** Tokens that end sooner than this are refreshed before they are used. */
const marginMs = 5 * 60_000

export interface CredentialsOptions {
  account: AccountRow
  requestId: string
  /** The generation that the network did not accept. */
  rejected?: number
  /** The row, where it was read a moment ago. */
  read?: CredentialRow | undefined
}

export interface FreshCredentials {
  /** As the ports of the account's adapter take them. */
  credentials: unknown
  generation: number
}

function endsWithin(row: CredentialRow, now: Date, ms: number): boolean {
  return row.expires_at !== null && row.expires_at.getTime() - now.getTime() < ms
}

/**
 * The account's credentials, refreshed when they are about to end or when those of generation `rejected` were not
 * accepted. A network that cannot be reached for refreshing leaves credentials in use that have not ended yet.
 *
 * @throws ServiceError connection_expired when the grant is gone
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

async function parsed(context: Context, account: AccountRow, row: CredentialRow): Promise<FreshCredentials> {
  return { credentials: await parseCredentials(context, account, row), generation: row.generation }
}
