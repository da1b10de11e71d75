import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  type CredentialRow,
  lockUntilEnd,
  markRefreshing,
  readCredential,
  setAccountStatus,
  transaction,
} from '@carillon/database'
import { supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { outcomeOfFailure } from '@carillon/providers'
import { appCall } from '../app-call.ts'
import type { Context } from '../context.ts'
import { connectionExpired } from './fresh-credentials.ts'
import { keepRefreshed } from './keep-refreshed.ts'
import { openCredentials, sealCredentials } from './sealed-credentials.ts'

interface RefreshRequest {
  account: AccountRow
  requestId: string
  /** The generation that the asker has seen; a newer one in the database is taken instead of refreshing. */
  seen: number
}

/** Longest time in ms that a refresh may take at the network. */
const callMs = 10_000
/** How soon a process stores an answer once the database is back, and how long it tries to. */
const storesAgainWithinMs = 6_000
const longestHeldMs = 45_000
const lookAgainMs = 250

const underWay = new WeakMap<Context, Map<string, Promise<CredentialRow>>>()

/**
 * Refreshes an account's tokens once, however many ask at the same time: one call in this process, and one over all of
 * them by a lock in the database. The network is never asked twice with the same single-use token.
 */
export function refreshCredentials(context: Context, request: RefreshRequest): Promise<CredentialRow> {
  const byAccount = underWay.get(context) ?? new Map<string, Promise<CredentialRow>>()
  underWay.set(context, byAccount)
  const { id } = request.account
  const running = byAccount.get(id) ?? refreshLocked(context, request).finally(() => byAccount.delete(id))
  byAccount.set(id, running)
  return running
}

function refreshLocked(context: Context, request: RefreshRequest): Promise<CredentialRow> {
  return transaction(context.refreshDb, async (tx) => {
    await lockUntilEnd(tx, 'refresh', request.account.id)
    const row = await settledRow(context, request)
    return row.generation > request.seen ? row : refreshRow(context, request, row)
  })
}

/**
 * The row as it is under the lock. One still marked as being refreshed belongs to a process that lost the lock or died: its
 * call may yet end well, so it gets the time that such a call can take, and then the time in which it would have stored an
 * answer that the database could not take before.
 */
async function settledRow(context: Context, { account, seen }: RefreshRequest): Promise<CredentialRow> {
  const from = context.now().getTime()
  for (;;) {
    const row = await readCredential(context.db, account.id)
    if (!row) throw connectionExpired()
    if (row.generation > seen || row.refreshing_since === null) return row
    const since = row.refreshing_since.getTime()
    const until = Math.max(since + callMs, Math.min(from + storesAgainWithinMs, since + longestHeldMs))
    const left = until - context.now().getTime()
    if (left <= 0 || left > callMs + storesAgainWithinMs) return row
    await sleep(Math.min(left, lookAgainMs))
  }
}

async function refreshRow(
  context: Context,
  { account, requestId }: RefreshRequest,
  row: CredentialRow,
): Promise<CredentialRow> {
  const port = supports('connect', account.platform) ? context.registry.connect[account.platform] : undefined
  if (!port) throw new ServiceError('provider_not_configured', 'This deployment cannot refresh the connection.')
  // Not the caller's signal: once the request is out, its answer has to be kept.
  const call = appCall(context, account.platform, { requestId, signal: AbortSignal.timeout(callMs) })
  await markRefreshing(context.db, account.id, context.now())
  try {
    const refreshed = await port.refresh(call, openCredentials(context.seal, row))
    await keepRefreshed(context, {
      account_id: account.id,
      generation: row.generation,
      sealed: sealCredentials(context.seal, account.id, refreshed.credentials),
      expires_at: refreshed.tokenExpiresAt,
      refreshed_at: context.now(),
    })
    context.tally.count('token_refreshes', 'refreshed')
    context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'token refreshed')
  } catch (error) {
    return await afterFailure(context, { account, row, error })
  }
  return (await readCredential(context.db, account.id)) ?? row
}

/** Only the network's own word that the grant is gone ends a connection, and only while nobody renewed it meanwhile. */
async function afterFailure(
  context: Context,
  { account, row, error }: { account: AccountRow; row: CredentialRow; error: unknown },
): Promise<CredentialRow> {
  const now = await readCredential(context.db, account.id)
  if (now && now.generation > row.generation) return now
  if (outcomeOfFailure(error) !== 'unclear') await markRefreshing(context.db, account.id, null)
  const isOver = error instanceof ServiceError && error.code === 'connection_expired'
  context.tally.count('token_refreshes', isOver ? 'expired' : 'failed')
  if (!isOver) throw error
  await setAccountStatus(context.db, account.id, { status: 'expired', at: context.now() })
  context.log.warn({ accountId: account.id, platform: account.platform, err: error }, 'connection expired')
  throw connectionExpired(error)
}
