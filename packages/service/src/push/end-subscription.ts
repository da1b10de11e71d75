import { isSharedSubject, readPushSubscription } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { AppCall, JsonObject } from '@carillon/providers'
import { ProviderError } from '@carillon/providers'
import type { Context } from '../context.ts'
import { inSubscriptionTurn } from './subscription-turn.ts'

/**
 * The webhook subscription of an account that was deleted or connected again for another subject, or whose permissions
 * no longer allow events.
 */
export interface EndedSubscription<Credentials = JsonObject> {
  account: { id: string; platform: Platform; providerId: string }
  credentials: Credentials
  /** The subject of the subscription (such as a Page), as it was stored with the account. */
  subject: string
}

/**
 * Ends a network's webhook subscription for an account that was deleted or connected again for another subject, also if
 * `PUSH` is off by now. Does nothing if another account shares its `subject` (what is subscribed to, such as a Page),
 * or if the account itself is subscribed to it again. Expired accounts do not count, because they could not end the
 * subscription later; they are subscribed again when they are reconnected. If the network rejects the call for good,
 * this is logged and the subscription counts as ended, because the token is no longer accepted.
 * @throws ServiceError `temporarily_unavailable` while the subscription is being changed for another account; the error
 *   of the network, also a rejection that names a time to wait. The job is then retried
 */
export async function endSubscription(context: Context, call: AppCall, ended: EndedSubscription): Promise<void> {
  const { credentials: stored } = await context.registry.adapter(ended.account.platform)
  const parsed = { ...ended, credentials: stored.parse(ended.credentials) }
  const end = async () => {
    const own = await readPushSubscription(context.db, ended.account.id)
    if (own?.subject !== ended.subject) await endUnlessShared(context, call, parsed)
  }
  if (await inSubscriptionTurn(context, ended.subject, end)) return
  const message = 'The subscription is being changed for another account. Try again.'
  throw new ServiceError('temporarily_unavailable', message, { retryAfter: 10 })
}

/**
 * Ends a network's webhook subscription unless another account that has not expired shares its `subject`. Does not
 * check whether the account itself is subscribed again. If the network rejects the call for good, this is logged, and
 * the subscription counts as ended. `credentials` have the form that the account's adapter expects. Call it within
 * `inSubscriptionTurn`.
 * @throws the error of the network, also a rejection that names a time to wait
 */
export async function endUnlessShared(
  context: Context,
  call: AppCall,
  { account, credentials, subject }: EndedSubscription<unknown>,
): Promise<void> {
  const { id: accountId, platform, providerId } = account
  const { push } = await context.registry.adapter(platform)
  if (!push || (await isSharedSubject(context.db, { subject, accountId }))) return
  try {
    await push.unsubscribe(call, { providerId, credentials })
    context.log.info({ requestId: call.requestId, accountId, platform }, 'account unsubscribed')
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'rejected' || error.retryAfter !== undefined) throw error
    context.log.warn({ requestId: call.requestId, accountId, platform, err: error }, 'account not unsubscribed')
  }
}
