import { listUnsubscribed } from '@carillon/database'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'
import { pushedPlatforms } from './is-pushed.ts'

/** How long, in ms, an accepted subscription is relied on: users can end one at the network without a word to us. */
const reliedOnMs = 7 * 24 * 3_600_000
/** Accounts of one run; those whose subscription is oldest come first. */
const maxAccounts = 500

/**
 * Queues the subscription of accounts that are not subscribed: their first attempts failed, the network may have ended the
 * subscription since, or they were connected while nothing was pushed.
 */
export async function queueSubscriptions(context: Context): Promise<void> {
  const platforms = pushedPlatforms(context)
  if (platforms.length === 0) return
  const before = new Date(context.now().getTime() - reliedOnMs)
  const accounts = await listUnsubscribed(context.db, { platforms, before, max: maxAccounts })
  for (const account of accounts) await queueJob(context.db, 'push.subscribe', { id: account.id, owner: account })
}
