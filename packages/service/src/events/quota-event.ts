import { eventRaisedAt, lockUntilEnd, raiseEvents, transaction } from '@carillon/database'
import { type DailyQuotaName, dailyQuotas, dayIn } from '@carillon/domain'
import type { Context } from '../context.ts'
import { newEvent } from './new-event.ts'

/**
 * Stores the event `quota.exhausted` for an organization whose call failed because a daily quota is exhausted, once per
 * organization, quota and day.
 * @param options.day the day in the network's time zone, YYYY-MM-DD
 * @param options.resetAt the time at which the quota is reset next
 */
export async function raiseQuotaExhausted(
  context: Context,
  {
    organizationId,
    quota,
    day,
    resetAt,
  }: { organizationId: string; quota: DailyQuotaName; day: string; resetAt: Date },
): Promise<void> {
  const { platform, units, timeZone } = dailyQuotas[quota]
  const object = { ownerId: organizationId, objectType: 'quota', objectId: quota } as const
  await transaction(context.db, async (tx) => {
    await lockUntilEnd(tx, 'quotaEvent', `${organizationId} ${quota}`)
    const last = await eventRaisedAt(tx, object)
    if (last !== undefined && dayIn(timeZone, last) >= day) return
    const owner = { organizationId, profileId: null, accountId: null, platform }
    const data = { quota, platform, accountId: null, limit: units, used: units, resetsAt: resetAt.toISOString() }
    await raiseEvents(tx, [newEvent(owner, { type: 'quota.exhausted', id: quota, at: context.now(), data })])
  })
}
