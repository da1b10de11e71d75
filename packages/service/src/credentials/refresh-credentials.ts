import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  type ClaimedRefresh,
  type CredentialRow,
  claimRefresh,
  type RefreshLease,
  readCredential,
  releaseRefresh,
} from '@carillon/database'
import { supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { inSpan } from '@carillon/log'
import { ProviderError, type Refreshed, settingsOf } from '@carillon/providers'
import { expireAccount } from '../account-changes/expire-account.ts'
import type { Context } from '../context.ts'
import { appCall } from '../network-calls/app-call.ts'
import { deadlineGuard } from '../network-calls/deadline-guard.ts'
import { areFarApart } from '../process-state/database-clock.ts'
import { retryStorageFailures } from '../storage-failure.ts'
import { connectionExpired } from './connection-expired.ts'
import { encryptCredentials } from './encrypted-credentials.ts'
import { keepRefreshed } from './keep-refreshed.ts'
import { parseCredentials } from './parse-credentials.ts'
import { takeRefreshSlot } from './refresh-shares.ts'
import { storeGranted } from './store-granted.ts'
import { storeNames } from './store-names.ts'
import { readSpooled, type SpooledRefresh } from './token-spool.ts'

interface RefreshRequest {
  account: AccountRow
  requestId: string
  /**
   * The generation of the credentials that the caller has. If the database has a newer one, it is returned without a
   * refresh.
   */
  seen: number
  /**
   * True if no client waits for the result. Such refreshes use fewer of the process's slots and pause while the network
   * fails.
   */
  background?: boolean
}

/** Milliseconds within which the requests of a refresh have to begin. */
const callMs = 10_000
/**
 * Milliseconds from the claim after which no request with the claimed tokens is in flight: it has begun within `callMs`
 * and may last as long again.
 */
const usedForMs = 2 * callMs
/**
 * Milliseconds within which a process that could not store its result does so once the database works again. A process
 * that has waited longer for the lease therefore takes it over after `usedForMs`, otherwise after `maxLeaseMs`.
 */
const storesAgainWithinMs = 6_000
const maxLeaseMs = 45_000
const claimForMs = 5_000
const pollMs = 250
const retryAfterSeconds = 10
/** How long a refresh waits for another one of the same account, in milliseconds. */
const maxWaitMs = 25_000

/**
 * Refreshes an account's tokens at the network, once for any number of simultaneous callers: callers in this process
 * share one call, and a lease on the row prevents other processes from making a second one. Returns the row with the
 * new credentials, or a newer row that another process has stored. Scopes and names of the account that the network
 * reports with the tokens are stored as well.
 * @throws ServiceError `temporarily_unavailable` if `takeRefreshSlot` gives no slot, or if the token spool, which may
 *   have the result of an interrupted refresh, cannot be read; `provider_error` if the refresh of another process does
 *   not end within 25 seconds
 * @throws ServiceError `connection_expired`, after the account was marked as expired, if the network reports that the
 *   user's authorization has ended, if the network has no refresh of tokens, or if the adapter cannot use the stored
 *   credentials; also for an account without credentials, such as one that was deleted meanwhile
 * @throws ProviderError if the call fails in another way; Error if no key decrypts the stored credentials; the error of
 *   `keepRefreshed`
 */
export async function refreshCredentials(context: Context, request: RefreshRequest): Promise<CredentialRow> {
  const { id } = request.account
  const slot = takeRefreshSlot(context, request.account, { background: request.background ?? false })
  try {
    const row = await context.state.refreshes.share(id, () => claimAndRefresh(context, request))
    slot.succeeded()
    return row
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'indeterminate') slot.failed()
    throw error
  } finally {
    slot.leave()
  }
}

/**
 * Waits until this refresh holds the lease and makes it, or until another one has stored newer tokens. Returns the row
 * with the new tokens.
 */
async function claimAndRefresh(context: Context, request: RefreshRequest): Promise<CredentialRow> {
  const lease = { accountId: request.account.id, by: randomUUID() }
  const from = performance.now()
  for (;;) {
    const waitedMs = performance.now() - from
    const until = context.now().getTime() + callMs
    const claimed = await claim(context, { ...lease, seen: request.seen, waitedMs })
    if (claimed) {
      noteInterruption(context, request, claimed.interruptedSince)
      return refreshRow(context, request, { ...claimed, lease, until })
    }
    const row = await readCredential(context.db, lease.accountId)
    if (!row) throw connectionExpired()
    if (row.generation > request.seen) return row
    if (waitedMs > maxWaitMs) {
      throw new ServiceError('provider_error', 'The tokens of the account are being refreshed. Try again.')
    }
    await sleep(pollMs)
  }
}

/**
 * Claims the lease on refreshing the tokens; undefined if another refresh holds it or newer tokens are stored. A lease
 * expires after 45 seconds, as the process that holds it may have died, or may still store its result after a failure
 * of the database. If this process has waited for 6 seconds, that can no longer happen, and a lease expires 20 seconds
 * after its claim.
 */
async function claim(
  context: Context,
  { waitedMs, ...lease }: RefreshLease & { seen: number; waitedMs: number },
): Promise<(ClaimedRefresh & { mayBeSpooled: boolean }) | undefined> {
  const expiredAfterSeconds = (waitedMs >= storesAgainWithinMs ? usedForMs : maxLeaseMs) / 1000
  return retryStorageFailures(claimForMs, async (again) => {
    const claimed = await claimRefresh(context.db, { ...lease, expiredAfterSeconds })
    // A claim that is repeated may have been made before, and then shows no earlier lease.
    return claimed && { ...claimed, mayBeSpooled: again || claimed.interruptedSince !== null }
  })
}

/**
 * Logs that the last refresh has neither succeeded nor failed. If the network had already processed it, and its refresh
 * tokens can be used once, the stored token is now invalid and the account has to be reconnected.
 */
function noteInterruption(context: Context, { account, requestId }: RefreshRequest, since: Date | null): void {
  if (since === null) return
  const { id: accountId, platform } = account
  context.counters.add('token_refreshes', [platform, 'interrupted'])
  context.log.warn({ requestId, accountId, platform, at: since }, 'token refresh was interrupted')
}

interface Claimed extends ClaimedRefresh {
  lease: RefreshLease
  /**
   * Whether another refresh may have left its result in the token spool (files with tokens that the database could not
   * store).
   */
  mayBeSpooled: boolean
  /** The time, in ms since the epoch, by which the requests of the refresh have to begin. */
  until: number
}

function refreshRow(context: Context, request: RefreshRequest, claimed: Claimed): Promise<CredentialRow> {
  const { id: accountId, platform } = request.account
  return inSpan('token refresh', () => refreshTraced(context, request, claimed), { fields: { accountId, platform } })
}

async function refreshTraced(context: Context, request: RefreshRequest, claimed: Claimed): Promise<CredentialRow> {
  const { account, requestId } = request
  const { row, mayBeSpooled } = claimed
  const spooled = mayBeSpooled ? await findSpooled(context, row) : undefined
  let refreshed: Called
  try {
    refreshed = spooled ? { stored: spooled } : await callRefresh(context, request, claimed)
  } catch (error) {
    return await afterFailure(context, { account, claimed, error })
  }
  // If this fails, the lease stays, so that the refresh that takes it over looks for the result in the spool.
  await keepRefreshed(context, refreshed.stored)
  const { stored, granted, names } = refreshed
  if (granted) await storeGranted(context, { known: account, ciphertext: stored.ciphertext }, granted)
  if (names) await storeNames(context, account, names)
  context.counters.add('token_refreshes', [account.platform, 'refreshed'])
  context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'token refreshed')
  const kept = await readCredential(context.db, account.id)
  if (!kept) throw connectionExpired()
  return kept
}

/**
 * Reads the result of an interrupted refresh from the token spool; null without one. The refresh token may have been
 * used, so it is not used while the spool cannot be read.
 * @throws ServiceError `temporarily_unavailable` if the spool cannot be read
 */
async function findSpooled(context: Context, row: CredentialRow): Promise<SpooledRefresh | null> {
  try {
    return await readSpooled(context.tokenSpool, row)
  } catch (error) {
    const message = 'Tokens of an earlier refresh could not be read. Nothing was sent; try again.'
    throw new ServiceError('temporarily_unavailable', message, { retryAfter: retryAfterSeconds, cause: error })
  }
}

/** The result of a refresh: what is to be stored, and the account's scopes and names if the network reported them. */
interface Called extends Pick<Refreshed, 'granted' | 'names'> {
  stored: SpooledRefresh
}

/**
 * Refreshes the tokens at the network and returns the result, which is not stored yet. The client's abort signal has no
 * effect: once the request has been sent, its result must be stored.
 */
async function callRefresh(
  context: Context,
  { account, requestId }: RefreshRequest,
  { row, until }: Claimed,
): Promise<Called> {
  const { platform } = account
  // Tokens of such a network cannot be refreshed. Once rejected or expired, they are useless.
  if (!supports('connect', platform)) throw connectionExpired()
  const { connect } = await context.registry.adapter(platform)
  const credentials = await parseCredentials(context, account, row)
  const call = appCall(context, platform, { requestId, signal: AbortSignal.timeout(callMs) })
  // A process that was suspended must not use a token that another process has used since.
  const { outbound } = deadlineGuard(context, until)
  const {
    credentials: renewed,
    tokenExpiresAt,
    ...reported
  } = await connect.refresh({ ...call, outbound }, credentials)
  const stored = {
    accountId: account.id,
    generation: row.generation,
    previousAt: row.refreshedAt,
    ciphertext: encryptCredentials(context.encryption, account.id, renewed),
    expiresAt: tokenExpiresAt,
    refreshedAt: context.now(),
  }
  return { stored, ...reported }
}

/**
 * Handles an error of a refresh. Marks the account as expired only if the network reports that the grant has ended, no
 * other process has stored newer credentials meanwhile, and the clocks of machine and database are not far apart.
 * Returns the row with such newer credentials; otherwise releases the lease and throws the error.
 */
async function afterFailure(
  context: Context,
  { account, claimed, error }: { account: AccountRow; claimed: Claimed; error: unknown },
): Promise<CredentialRow> {
  const { row, lease } = claimed
  const isOver = error instanceof ServiceError && error.code === 'connection_expired'
  // The time may be the reason, as some networks only report until when they grant access: a later refresh decides.
  const isCertain = isOver && !areFarApart(context)
  if (isCertain) await expireAccount(context, account.id, { generation: row.generation })
  // After that, as it waits for an authorization that is being stored.
  const now = await readCredential(context.db, account.id)
  if (now && now.generation > row.generation) return now
  const isOfServer = error instanceof ProviderError && settingsOf[account.platform].serversOfUsers === true
  const outcome = isCertain ? 'expired' : isOfServer ? 'server_failed' : 'failed'
  context.counters.add('token_refreshes', [account.platform, outcome])
  if (isOver) context.log.warn({ accountId: account.id, platform: account.platform, err: error }, 'connection expired')
  // The call has ended, so other processes need not wait for the lease to expire.
  await releaseRefresh(context.db, lease)
  throw isOver ? connectionExpired(error) : error
}
