import { shortenDeliveryWaits, shortenJobWaits } from '@carillon/database'
import type { Context } from '../context.ts'
import { areFarApart } from '../process-state/database-clock.ts'
import type { JobName } from '../queue/job-rows.ts'
import { maxRetrySeconds } from '../webhook-deliveries/retry-schedule.ts'

/** Seconds by which the clock may have been put back without a repair, since what waits is then late by no more. */
const graceSeconds = 3_600

/**
 * The maximum number of seconds for which a job waits: a day, where a network's daily quota is used up, and an hour as
 * its days may begin an hour later when clocks change. Pauses after failures are shorter.
 */
const maxJobSeconds = 25 * 3_600

/**
 * Jobs of writes: when a write goes on is in its row, together with the times of its calls, by which it is decided
 * whether a lost call is repeated. These times would be wrong in the same way, so nothing of them is moved.
 */
const ofWrites: readonly JobName[] = ['write.run', 'write.fetch']

/**
 * Job: makes webhook deliveries and queued jobs due that would wait for longer than any of them may. They were to be
 * retried by a clock of the database that was ahead and has been put back since. Writes and schedules are left as they
 * are. Changes nothing while the clocks of machine and database differ by more than an hour, as that of the database
 * may then be behind.
 */
export async function shortenWaits(context: Context): Promise<void> {
  if (areFarApart(context)) return
  const { db, config, log } = context
  const deliveries = await shortenDeliveryWaits(db, maxRetrySeconds(config.webhooks.retryScale) + graceSeconds)
  const jobs = await shortenJobWaits(db, { seconds: maxJobSeconds + graceSeconds, except: ofWrites })
  for (const [kind, count] of Object.entries({ deliveries, jobs }))
    if (count > 0) log.warn({ task: 'waits.shorten', kind, count }, 'retries of a clock that was ahead made due')
}
