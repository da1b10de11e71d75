import { isSubscribedToSubject } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import type { AppCall, JsonObject } from '@carillon/providers'
import { ProviderError } from '@carillon/providers'
import type { Context } from '../context.ts'

/** A subscription of an account that was deleted. */
export interface EndedSubscription {
  account: { id: string; platform: Platform; providerId: string }
  credentials: JsonObject
  /** As it was stored with the account. */
  subject: string
}

/**
 * Ends what a network pushes of a deleted account, unless another account shares the subscription. A rejection ends it as
 * well, because the token is no longer accepted; other failures are thrown, so that the job is tried again.
 */
export async function endSubscription(
  context: Context,
  call: AppCall,
  { account, credentials, subject }: EndedSubscription,
): Promise<void> {
  const { push, credentials: stored } = await context.registry.adapter(account.platform)
  if (!push || (await isSubscribedToSubject(context.db, subject))) return
  const { id: accountId, platform, providerId } = account
  try {
    await push.unsubscribe(call, { providerId, credentials: stored.parse(credentials) })
    context.log.info({ requestId: call.requestId, accountId, platform }, 'account unsubscribed')
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'rejected' || error.retryAfter !== undefined) throw error
    context.log.warn({ requestId: call.requestId, accountId, platform, err: error }, 'account not unsubscribed')
  }
}
