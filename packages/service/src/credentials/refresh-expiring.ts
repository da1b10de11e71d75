import {
  accountIsWriting,
  type ExpiringAccount,
  findAccountForWorker,
  listExpiring,
  readCredential,
} from '@carillon/database'
import { type Platform, platformsWith, supports } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { refreshCredentials } from './refresh-credentials.ts'
import { coolDownUntil } from './refresh-shares.ts'

/** Seconds before a refresh without a free slot is retried. */
const retrySeconds = 10
const dayMs = 24 * 3600_000
/** The time in ms after which the refresh of tokens that expired more than a day ago is tried again. */
const allEveryMs = 3600_000

/** Returns how many ms before their expiry the tokens of a network are refreshed in the background. */
function aheadMs(platform: Platform): number {
  const { refreshAheadSeconds = 15 * 60 } = settingsOf[platform]
  return 1000 * refreshAheadSeconds
}

/**
 * Returns whether all expired tokens are to be refreshed, once an hour in this process, and not only those that expired
 * within a day: the refresh of the others has failed often.
 */
function areAllDue({ state }: Context, now: number): boolean {
  const { allAt } = state.expiredTokens
  return allAt === null || now < allAt || now - allAt >= allEveryMs
}

/**
 * Queues a job for every token that expires soon (within 15 minutes, or the longer period of its network) or has
 * expired, of connected accounts, spread over a minute to avoid bursts; a token that lasts for another day is refreshed
 * once a day at most. Each process queues those that expired more
 * than a day ago once an hour. Returns the number of jobs. Called periodically.
 */
export async function queueRefreshes(context: Context): Promise<number> {
  const now = context.now().getTime()
  const platforms = platformsWith('connect')
  const due = platforms.map((platform) => ({ platform, before: new Date(now + aheadMs(platform)) }))
  const areAll = areAllDue(context, now)
  const [yesterday, tomorrow] = [new Date(now - dayMs), new Date(now + dayMs)]
  const rested = { until: tomorrow, refreshedSince: yesterday }
  const accounts = await listExpiring(context.db, { due, since: areAll ? null : yesterday, rested })
  if (areAll) context.state.expiredTokens.allAt = now
  for (const [index, account] of accounts.entries()) {
    const runAt = new Date(now + (index % 60) * 1000)
    await queueRefresh(context, account, runAt)
  }
  return accounts.length
}

/** Queues the refresh of an account's token, with its organization as owner: a slow server delays no others. */
function queueRefresh(context: Context, account: ExpiringAccount, runAt: Date): Promise<void> {
  const { id, organizationId, platform } = account
  return queueJob(context.db, 'token.refresh', { id, runAt, owner: { organizationId, platform } })
}

/**
 * Job: refreshes one account's token ahead of its expiry. Does nothing if the account is gone or expired, a write of
 * the account is carried out, or the token was refreshed meanwhile, never expires or cannot be refreshed; a token that
 * lasts for another day is refreshed once a day at most. If no refresh slot is free, or the database or the token spool
 * fails, the job is queued again. Any other failure is thrown.
 */
export async function refreshAhead(context: Context, accountId: string): Promise<void> {
  const account = await findAccountForWorker(context.db, accountId)
  const row = account && (await readCredential(context.db, accountId))
  if (!account || !row || account.status === 'expired' || !row.expiresAt) return
  if (!supports('connect', account.platform)) return
  const left = row.expiresAt.getTime() - context.now().getTime()
  if (left > aheadMs(account.platform)) return
  // Some tokens expire a fixed time after the user's login, whether refreshed or not. Their refresh is tried once a
  // day.
  if (left > dayMs && context.now().getTime() - row.refreshedAt.getTime() < dayMs) return
  if (await accountIsWriting(context.db, accountId)) return
  const request = { account, requestId: `refresh-${accountId}`, seen: row.generation, background: true }
  await refreshCredentials(context, request).catch(async (error: unknown) => {
    if (!isStorageFailure(error)) throw error
    const soon = new Date(context.now().getTime() + retrySeconds * 1000)
    await queueRefresh(context, account, coolDownUntil(context, account) ?? soon)
  })
}
