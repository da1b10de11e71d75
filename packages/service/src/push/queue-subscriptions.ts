import { listUnsubscribed } from '@carillon/database'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'
import { pushedPlatforms } from './is-pushed.ts'

/** Milliseconds after which a subscription is made again: users can end it at the network without Carillon noticing. */
const reliedOnMs = 7 * 24 * 3_600_000
/** The maximum number of accounts of one run, 84,000 a week; if there are more, they are selected at random. */
const maxAccounts = 500

/**
 * Job: queues a subscription for up to 500 connected accounts without a current webhook subscription: earlier attempts
 * failed, the subscription is older than a week (also one that its scopes did not allow), or the account was connected
 * while its network did not push. Leaves out networks that do not push (`isPushed`).
 */
export async function queueSubscriptions(context: Context): Promise<void> {
  const platforms = pushedPlatforms(context)
  if (platforms.length === 0) return
  const before = new Date(context.now().getTime() - reliedOnMs)
  const accounts = await listUnsubscribed(context.db, { platforms, before, max: maxAccounts })
  for (const account of accounts) await queueJob(context.db, 'push.subscribe', { id: account.id, owner: account })
}
