import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  type CredentialRow,
  claimRefresh,
  type RefreshLease,
  readCredential,
  releaseRefresh,
  setAccountStatus,
} from '@carillon/database'
import { supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { outcomeOfFailure } from '@carillon/providers'
import { appCall } from '../app-call.ts'
import type { Context } from '../context.ts'
import { deadlineGuard } from '../journal/deadline-guard.ts'
import { throughStoreFailures } from '../store-failure.ts'
import { connectionExpired } from './connection-expired.ts'
import { encryptCredentials } from './encrypted-credentials.ts'
import { keepRefreshed } from './keep-refreshed.ts'
import { parseCredentials } from './parse-credentials.ts'
import { takeRefreshPlace } from './refresh-shares.ts'

export interface RefreshRequest {
  account: AccountRow
  requestId: string
  /** The generation that the asker has seen; a newer one in the database is taken instead of refreshing. */
  seen: number
  /** Nobody waits for the result: then it takes less of the network's share, and a failing network is left alone. */
  background?: boolean
}

/** Longest time in ms that a refresh may take at the network. */
const callMs = 10_000
/** How soon a process stores a result once the database is back, and how long it tries to. */
const storesAgainWithinMs = 6_000
const maxLeaseMs = 45_000
const claimForMs = 5_000
const pollMs = 250
/** Longest time in ms that a refresh waits for another one to end. */
const maxWaitMs = 25_000

const inFlight = new WeakMap<Context, Map<string, Promise<CredentialRow>>>()

/**
 * Refreshes an account's tokens once, however many ask at the same time: one call in this process, and one over all of
 * them by a lease on the row. No database connection is held while the network is called or another refresh is waited for.
 *
 * @throws ServiceError temporarily_unavailable when the network's share of this worker is used up
 */
export async function refreshCredentials(context: Context, request: RefreshRequest): Promise<CredentialRow> {
  const { id, platform } = request.account
  const place = takeRefreshPlace(context, platform, { background: request.background ?? false })
  try {
    const byAccount = inFlight.get(context) ?? new Map<string, Promise<CredentialRow>>()
    inFlight.set(context, byAccount)
    const running = byAccount.get(id) ?? claimAndRefresh(context, request).finally(() => byAccount.delete(id))
    byAccount.set(id, running)
    const row = await running
    place.succeeded()
    return row
  } catch (error) {
    if (outcomeOfFailure(error) === 'indeterminate') place.failed()
    throw error
  } finally {
    place.leave()
  }
}

/** Waits until the lease is this refresh's, or another refresh has stored newer tokens. */
async function claimAndRefresh(context: Context, request: RefreshRequest): Promise<CredentialRow> {
  const lease = { accountId: request.account.id, by: randomUUID() }
  const from = performance.now()
  for (;;) {
    const waitedMs = performance.now() - from
    const claimed = await claim(context, { ...lease, seen: request.seen, waitedMs })
    if (claimed) return refreshRow(context, request, { row: claimed, lease })
    const row = await readCredential(context.db, lease.accountId)
    if (!row) throw connectionExpired()
    if (row.generation > request.seen) return row
    if (waitedMs > maxWaitMs) {
      throw new ServiceError('provider_error', 'Another refresh of the connection has not ended yet; try again.')
    }
    await sleep(pollMs)
  }
}

/**
 * A lease belongs to a process that lives or died: its call may yet end well, so it gets the time that such a call can take,
 * and then the time in which a process stores a result that the database could not take before.
 */
function claim(context: Context, { waitedMs, ...lease }: RefreshLease & { seen: number; waitedMs: number }) {
  const expiredAfterSeconds = (waitedMs >= storesAgainWithinMs ? callMs : maxLeaseMs) / 1000
  return throughStoreFailures(claimForMs, () => claimRefresh(context.db, { ...lease, expiredAfterSeconds }))
}

interface Claimed {
  row: CredentialRow
  lease: RefreshLease
}

async function refreshRow(context: Context, request: RefreshRequest, claimed: Claimed): Promise<CredentialRow> {
  const { account, requestId } = request
  const { row, lease } = claimed
  try {
    const refreshed = await callRefresh(context, request, row)
    await keepRefreshed(context, {
      account_id: account.id,
      generation: row.generation,
      sealed: encryptCredentials(context.encryption, account.id, refreshed.credentials),
      expires_at: refreshed.tokenExpiresAt,
      refreshed_at: context.now(),
    })
    context.counters.add('token_refreshes', ['refreshed'])
    context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'token refreshed')
  } catch (error) {
    return await afterFailure(context, { account, claimed, error })
  }
  const kept = await readCredential(context.db, lease.accountId)
  return kept ?? row
}

/** The call at the network. Not under the caller's signal: once the request is out, its result has to be kept. */
async function callRefresh(context: Context, { account, requestId }: RefreshRequest, row: CredentialRow) {
  const { platform } = account
  // A token of such a network cannot be refreshed: one that was rejected or has ended is of no use any more.
  if (!supports('connect', platform)) throw connectionExpired()
  const { connect } = await context.registry.adapter(platform)
  const credentials = await parseCredentials(context, account, row)
  const call = appCall(context, platform, { requestId, signal: AbortSignal.timeout(callMs) })
  // A process that stood still must not use a token that others have used since.
  const { outbound } = deadlineGuard(context, context.now().getTime() + callMs)
  return connect.refresh({ ...call, outbound }, credentials)
}

/** Only the network's own word that the grant is gone ends a connection, and only while nobody renewed it meanwhile. */
async function afterFailure(
  context: Context,
  { account, claimed, error }: { account: AccountRow; claimed: Claimed; error: unknown },
): Promise<CredentialRow> {
  const { row, lease } = claimed
  const now = await readCredential(context.db, account.id)
  if (now && now.generation > row.generation) return now
  const isOver = error instanceof ServiceError && error.code === 'connection_expired'
  context.counters.add('token_refreshes', [isOver ? 'expired' : 'failed'])
  if (isOver) {
    await setAccountStatus(context.db, account.id, { status: 'expired', at: context.now() })
    context.log.warn({ accountId: account.id, platform: account.platform, err: error }, 'connection expired')
  }
  // The call has ended, whatever it ended in: nobody has to wait for it.
  await releaseRefresh(context.db, lease)
  throw isOver ? connectionExpired(error) : error
}
