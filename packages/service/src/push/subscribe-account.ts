import {
  type AccountRow,
  type Db,
  findAccountForWorker,
  readPushSubscription,
  storePushSubscription,
  type Tx,
} from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import { inParallel } from '../network-calls/in-parallel.ts'
import { queueJob } from '../queue/job-rows.ts'
import { endUnlessShared } from './end-subscription.ts'
import { isPushed } from './is-pushed.ts'
import { inSubscriptionTurn } from './subscription-turn.ts'

/** Milliseconds within which an accepted subscription of an unchanged account is not repeated. */
const freshMs = 5 * 60_000
/** The maximum time in ms that connecting an account waits for its subscription; after that, the job makes it. */
const connectingMs = 5_000
/** The maximum number of accounts of a connection that are subscribed at the same time. */
const accountsAtOnce = 20
/** Seconds after the connection of an account at which the job checks whether it is subscribed. */
const jobAfterSeconds = 15
/** Seconds after which the job subscribes an account whose subject (such as a Page) is being subscribed for another. */
const turnAfterSeconds = 10

/** A subscription as it is stored; `subject` is empty if the scopes of the account allow none. */
interface Stored {
  subject: string
  fields: readonly string[]
  subscribedAt: Date
}

interface Attempt {
  account: AccountRow
  requestId: string
  signal: AbortSignal
}

/**
 * Queues the job that subscribes an account to webhook events 15 seconds later; does nothing for platforms that do not
 * push (`isPushed`). Call it in the transaction that connects the account.
 */
export async function queueSubscription(
  context: Context,
  tx: Tx,
  account: { id: string; organizationId: string; platform: Platform },
): Promise<void> {
  if (!isPushed(context, account.platform)) return
  await queueIn(context, tx, { account, seconds: jobAfterSeconds })
}

async function queueIn(
  context: Context,
  db: Db,
  { account, seconds }: { account: { id: string; organizationId: string; platform: Platform }; seconds: number },
): Promise<void> {
  const runAt = new Date(context.now().getTime() + seconds * 1000)
  await queueJob(db, 'push.subscribe', { id: account.id, runAt, owner: account })
}

/**
 * Subscribes accounts that were just connected to webhook events, so that no event is missed before the job
 * `push.subscribe` runs, which was queued when they were stored. A failure is logged and left to that job, and so are
 * accounts that remain after five seconds. Does nothing for platforms that do not push (`isPushed`).
 */
export async function subscribeConnected(
  context: Context,
  { accountIds, platform, requestId }: { accountIds: readonly string[]; platform: Platform; requestId: string },
): Promise<void> {
  if (!isPushed(context, platform)) return
  const signal = AbortSignal.timeout(connectingMs)
  await inParallel(accountIds, {
    max: accountsAtOnce,
    async work(accountId) {
      try {
        if (signal.aborted) return
        const account = await findAccountForWorker(context.db, accountId)
        if (account) await subscribe(context, { account, requestId, signal })
      } catch (error) {
        context.log.warn({ requestId, accountId, platform, err: error }, 'account not subscribed; tried again later')
      }
    },
  })
}

/**
 * Job: subscribes an account to the webhook events of its network that its scopes allow; if they allow none, ends the
 * subscription unless another account shares it. The job `grant.revoke` ends the subscription of an earlier login to
 * another subject. Does nothing if the account was deleted or has expired, if the same subscription was accepted in the
 * last five minutes and the account has not changed since, or if the network does not push (`isPushed`). Queues itself
 * again if the subscription is being changed for another account that shares it. Throws if the subscription fails, so
 * that the job is retried.
 */
export async function subscribeAccount(context: Context, accountId: string, signal: AbortSignal): Promise<void> {
  const account = await findAccountForWorker(context.db, accountId)
  if (!account || account.status === 'expired' || !isPushed(context, account.platform)) return
  await subscribe(context, { account, requestId: `push-${accountId}`, signal })
}

/**
 * Returns whether `known` is the wanted subscription, accepted in the last five minutes, after the account's last
 * change.
 */
function isCurrent(known: Stored, { wanted, account }: { wanted: Stored; account: AccountRow }): boolean {
  const isSame = known.subject === wanted.subject && known.fields.join() === wanted.fields.join()
  // A user who connects the account again may have ended the subscription at the network before.
  const isNewest = known.subscribedAt >= account.updatedAt
  return isSame && isNewest && wanted.subscribedAt.getTime() - known.subscribedAt.getTime() < freshMs
}

/**
 * Subscribes the account to the events that its scopes allow, or ends its subscription if they allow none, unless the
 * same was accepted in the last five minutes, after the last change of the account. If the subscription of its subject
 * (such as a Page) is being changed for another account, the job is queued again. If the account is disconnected
 * meanwhile, the subscription is ended again.
 */
async function subscribe(context: Context, { account, requestId, signal }: Attempt): Promise<void> {
  const { id: accountId, platform } = account
  const { push } = await context.registry.adapter(platform)
  if (!push) return
  const subscribedAt = context.now()
  await callAccount(context, { account, requestId, signal, use: 'background' }, async (call) => {
    const possible = push.subscription(call, call.account)
    const { subject, fields } = possible && possible.fields.length > 0 ? possible : { subject: '', fields: [] }
    const row = { accountId, subject, fields: [...fields], subscribedAt }
    const known = await readPushSubscription(context.db, accountId)
    if (known && isCurrent(known, { wanted: row, account })) return
    const store = () => storePushSubscription(context.db, row)
    const end = (ended: string) =>
      endUnlessShared(context, call, { account, credentials: call.account.credentials, subject: ended })
    const inTurn = async (changed: string, change: () => Promise<void>) => {
      if (!(await inSubscriptionTurn(context, changed, change)))
        await queueIn(context, context.db, { account, seconds: turnAfterSeconds })
    }
    if (subject) {
      await inTurn(subject, async () => {
        await push.subscribe(call, { subject, fields })
        // Disconnected meanwhile: the job that ends its subscription did not know of this one.
        if (!(await store())) return end(subject)
        context.log.info({ requestId, accountId, platform, count: fields.length }, 'account subscribed')
      })
    } else if (known && known.subject === possible?.subject) {
      await inTurn(known.subject, async () => {
        await end(known.subject)
        await store()
      })
    } else {
      // These credentials end the subscription of their own object only.
      await store()
    }
  })
}
