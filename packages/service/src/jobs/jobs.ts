import { cancelEndedDeliveries } from '@carillon/database'
import { warnOfExpiry } from '../account-changes/warn-of-expiry.ts'
import { deregisterNumber, revokeGrant } from '../accounts/grant-revocation.ts'
import { closeEntries, logHeads } from '../audit/close-entries.ts'
import { readNewestComments } from '../comments/newest-comments.ts'
import { refreshPosts } from '../comments/refresh-posts.ts'
import { syncComments } from '../comments/sync-comments.ts'
import type { Context } from '../context.ts'
import { queueRefreshes, refreshAhead } from '../credentials/refresh-expiring.ts'
import { countPublishes } from '../installation-status/count-publishes.ts'
import { runWrite } from '../journal/run-write.ts'
import { sweepWrites } from '../journal/sweep-writes.ts'
import { queueNextWrites, queueWaitingWrites } from '../journal/waiting-writes.ts'
import type { WritePart } from '../journal/write-kind.ts'
import { queueSubscriptions } from '../push/queue-subscriptions.ts'
import { subscribeAccount } from '../push/subscribe-account.ts'
import { type JobName, type JobOfId, type JobRow, jobRow, queueRecurringJobs } from '../queue/job-rows.ts'
import { applyZoneRules } from '../schedules/apply-zone-rules.ts'
import { lookAtSchedules } from '../schedules/look-at.ts'
import { takeDueSchedules } from '../schedules/take-due.ts'
import { resumeSetup } from '../signup/finish-setup.ts'
import { resumeSignup } from '../signup/resume-signup.ts'
import { deleteUserData } from '../user-requests/delete-user-data.ts'
import { normalizeBatch } from '../webhooks/normalize.ts'
import { runRetention } from './run-retention.ts'
import { shortenWaits } from './shorten-waits.ts'
import { reapWorkers, replayTokens } from './worker-life.ts'

/**
 * A job: its settings, and the function that carries it out. `run` throws a TypeError if the payload lacks the field
 * that the settings name; `signal` aborts when the worker stops. `attempt` is 1 at first and increases each time the
 * job fails or the process that runs it dies.
 */
export interface Job extends Partial<JobRow> {
  run(context: Context, payload: unknown, signal: AbortSignal, attempt?: number): Promise<void>
}

/** Builds a job whose payload is an id. */
function withId(
  name: JobOfId,
  work: (context: Context, id: string, signal: AbortSignal, attempt?: number) => Promise<unknown>,
): Job {
  const row = jobRow(name)
  return {
    ...row,
    async run(context, payload, signal, attempt) {
      const fields = typeof payload === 'object' && payload !== null ? Object.entries(payload) : []
      const id: unknown = fields.find(([field]) => field === row.payload)?.[1]
      if (typeof id !== 'string') throw new TypeError(`the payload of ${name} has no ${row.payload}`)
      await work(context, id, signal, attempt)
    },
  }
}

function plain(
  name: Exclude<JobName, JobOfId>,
  work: (context: Context, signal: AbortSignal) => Promise<unknown>,
): Job {
  return {
    ...jobRow(name),
    async run(context, _payload, signal) {
      await work(context, signal)
    },
  }
}

/** Builds a job that carries out a part of a write, and then queues writes that wait for a place in the queue. */
function ofWrite(name: JobOfId, part: WritePart): Job {
  return withId(name, async (context, writeId, signal, attempt) => {
    await runWrite(context, { writeId, signal, part, isFirst: part === 'call' && attempt === 1 })
    await queueNextWrites(context)
  })
}

/** All jobs, keyed by name, each with its settings and its function. */
export const jobs: Readonly<Record<JobName, Job>> = {
  'write.run': ofWrite('write.run', 'call'),
  'write.fetch': ofWrite('write.fetch', 'fetch'),
  'writes.sweep': plain('writes.sweep', sweepWrites),
  'writes.queue': plain('writes.queue', queueWaitingWrites),
  'schedules.take': plain('schedules.take', takeDueSchedules),
  'schedules.look': plain('schedules.look', lookAtSchedules),
  'schedules.zones': plain('schedules.zones', (context, signal) => applyZoneRules(context, signal)),
  'comments.sync': withId('comments.sync', syncComments),
  'comments.posts': withId('comments.posts', refreshPosts),
  'comments.newest': withId('comments.newest', readNewestComments),
  'signup.resume': withId('signup.resume', resumeSignup),
  'signup.finish': withId('signup.finish', resumeSetup),
  'push.subscribe': withId('push.subscribe', subscribeAccount),
  'push.renew': plain('push.renew', queueSubscriptions),
  'webhook.normalize': withId('webhook.normalize', normalizeBatch),
  'grant.revoke': withId('grant.revoke', revokeGrant),
  'number.deregister': withId('number.deregister', deregisterNumber),
  'user.delete': withId('user.delete', deleteUserData),
  'token.refresh': withId('token.refresh', refreshAhead),
  'tokens.refresh': plain('tokens.refresh', queueRefreshes),
  'tokens.replay': plain('tokens.replay', replayTokens),
  'epoch.compare': plain('epoch.compare', ({ pool }) => pool.compareEpoch()),
  'workers.reap': plain('workers.reap', reapWorkers),
  'events.number': plain('events.number', ({ events }) => events.now()),
  'deliveries.begin': plain('deliveries.begin', async ({ deliveryHint }) => deliveryHint.give()),
  'deliveries.cancel': plain('deliveries.cancel', ({ db }) => cancelEndedDeliveries(db)),
  'audit.close': plain('audit.close', closeEntries),
  'audit.heads': plain('audit.heads', logHeads),
  'accounts.warn': plain('accounts.warn', warnOfExpiry),
  'status.count': plain('status.count', countPublishes),
  'waits.shorten': plain('waits.shorten', shortenWaits),
  'retention.run': plain('retention.run', runRetention),
  'jobs.recur': plain('jobs.recur', queueRecurringJobs),
}
