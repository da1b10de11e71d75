import {
  type AccountRow,
  closeDailyQuota,
  consumeDailyQuota,
  findPausedLimit,
  pauseLimit,
  type StoredCredential,
  takeRateSlot,
  translateDatabaseError,
} from '@carillon/database'
import { commentReadShare, dailyQuotas, rates, resetOf } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { inSpan } from '@carillon/log'
import { type CallContext, ProviderError } from '@carillon/providers'
import type { Context } from './context.ts'
import { type FreshCredentials, freshCredentials } from './credentials/fresh-credentials.ts'
import { storeNames } from './credentials/store-names.ts'
import { raiseQuotaExhausted } from './events/quota-event.ts'
import { appCall } from './network-calls/app-call.ts'
import { recordCharges } from './record-charge.ts'

export interface CallOptions {
  account: AccountRow
  requestId: string
  signal: AbortSignal
  /** The account's credential, if the caller has just read it; otherwise it is read from the database. */
  credential?: StoredCredential | undefined
  /**
   * The purpose of the call. A `read` of comments for a waiting client leaves part of the daily quota to writes.
   * `background` work does the same, and also leaves part of every rate limit to calls for which a client waits. If
   * undefined, the call may use quota and rate limits in full.
   */
  use?: 'read' | 'background' | undefined
}

/** Builds the functions that consume daily quotas, of which calls may use a share (0 to 1). */
function quotasFor(
  context: Context,
  organizationId: string,
  share: number,
): Pick<CallContext, 'consumeQuota' | 'markQuotaExhausted'> {
  return {
    async consumeQuota(name, cost) {
      const { units, timeZone } = dailyQuotas[name]
      const { day, resetAt } = resetOf(context.now(), timeZone)
      if (await consumeDailyQuota(context.db, { bucket: name, day, cost, limit: Math.floor(units * share) })) return
      // A smaller share is used up before the quota is.
      if (share === 1) await raiseQuotaExhausted(context, { organizationId, quota: name, day, resetAt })
      throw quotaExhausted(context.now(), { resetAt, share })
    },
    async markQuotaExhausted(name) {
      const { day, resetAt } = resetOf(context.now(), dailyQuotas[name].timeZone)
      await closeDailyQuota(context.db, { bucket: name, day })
      await raiseQuotaExhausted(context, { organizationId, quota: name, day, resetAt })
    },
  }
}

/**
 * Builds the context that a provider's adapter needs for calls on behalf of an account: the credentials, and functions
 * that consume the quotas and rate limits shared by all processes. Sends nothing.
 * @param options.use `read` leaves part of the daily quota to writes. `background` does so too, and also leaves part of
 *   the rate limits to calls for which a client waits. If undefined, quota and rate limits can be used in full
 */
export function accountCall(
  context: Context,
  { account, requestId, signal, use }: CallOptions,
  { credentials }: FreshCredentials,
): CallContext {
  return {
    ...appCall(context, account.platform, { requestId, signal }),
    account: {
      accountId: account.id,
      providerId: account.providerId,
      displayIdentifier: account.displayIdentifier,
      authMethod: account.authMethod,
      scopes: account.scopes,
      credentials,
    },
    ...quotasFor(context, account.organizationId, use === undefined ? 1 : commentReadShare),
    async acquireRateSlot(name, key) {
      const { requests, perSeconds, marginSeconds, reserved } = rates[name]
      const wait = await takeRateSlot(context.db, {
        name,
        key,
        requests,
        perSeconds: perSeconds + marginSeconds,
        reserved: use === 'background' ? reserved : 0,
      })
      if (wait === 0) return
      const message = `At most ${requests} requests in ${perSeconds} s are allowed here; try again in ${wait} s.`
      throw new ProviderError('rate_limited', message, 'not_sent', { retryAfter: wait })
    },
    pausedLimit: (keys) => findPausedLimit(context.db, { keys, now: context.now() }),
    pauseLimit: (key, seconds) =>
      pauseLimit(context.db, { key, until: new Date(context.now().getTime() + seconds * 1000) }).catch(
        // The call was made: a database error would take the place of its result.
        (err: unknown) => context.log.error({ requestId, accountId: account.id, err }, 'limit not paused'),
      ),
    async recordCharge(operation, references) {
      // Organizations whose accounts are the same user of the network are charged independently of each other.
      const ofOrganization = references.map((reference) => `${account.organizationId}/${reference}`)
      await recordCharges(context, context.db, { account, operation, references: ofOrganization })
    },
    noteDroppedMetric(metric) {
      const { id: accountId, platform } = account
      context.log.warn({ requestId, accountId, platform, metric }, 'metric rejected by the network; left out')
      context.counters.add('report_metrics_dropped', [platform, metric])
    },
    noteNames: (names) => storeNames(context, account, names),
  }
}

function quotaExhausted(now: Date, { resetAt, share }: { resetAt: Date; share: number }): ProviderError {
  const retryAfter = Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000))
  const part = share === 1 ? '' : 'part for reads of comments of the '
  const message = `The ${part}shared daily quota is used up; it is reset at ${resetAt.toISOString()}.`
  return new ProviderError('quota_exhausted', message, 'not_sent', { retryAfter })
}

/**
 * Runs `work`, which calls the network, with the account's current credentials, and returns its result. If the network
 * rejects the access token, the token is refreshed and `work` runs once more, because the rejected call changed
 * nothing.
 * @throws ProviderError with the outcome `not_sent` if no credentials could be obtained or `signal` has aborted; Error
 *   if no key decrypts them; otherwise the error of `work`
 */
export function callAccount<T>(
  context: Context,
  options: CallOptions,
  work: (call: CallContext) => Promise<T>,
): Promise<T> {
  const { id: accountId, platform } = options.account
  return inSpan('call of an account', () => callTraced(context, options, work), { fields: { accountId, platform } })
}

async function callTraced<T>(
  context: Context,
  options: CallOptions,
  work: (call: CallContext) => Promise<T>,
): Promise<T> {
  const first = await nothingSent(freshCredentials(context, { ...options, read: options.credential }))
  if (options.signal.aborted)
    throw new ProviderError('provider_error', 'The deadline passed before the call.', 'not_sent')
  try {
    return await work(accountCall(context, options, first))
  } catch (error) {
    if (!isTokenRejected(error)) throw error
    const second = await nothingSent(freshCredentials(context, { ...options, rejected: first.generation }))
    return work(accountCall(context, options, second))
  }
}

/** Rethrows failures of preparing a call as `ProviderError` with the outcome `not_sent`, as nothing has been sent. */
async function nothingSent<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    const error = translateDatabaseError(thrown)
    if (!(error instanceof ServiceError)) throw error
    const { code, message, details, status, retryAfter } = error
    const options = { details, status, cause: error, ...(retryAfter !== undefined && { retryAfter }) }
    throw new ProviderError(code, message, 'not_sent', options)
  }
}

function isTokenRejected(error: unknown): boolean {
  return error instanceof ProviderError && error.tokenRejected && error.outcome !== 'indeterminate'
}
