import { countPostsBefore, countSchedulesBefore, readDailyQuotas, type ScheduleRow } from '@carillon/database'
import { dailyQuotas, dayIn, postQuotas, postUnits, startOfDay } from '@carillon/domain'
import type { Context } from '../context.ts'

const dayMs = 86_400_000

/**
 * Returns a message if the account's posts in the 24 hours before this schedule is due use up its limit; otherwise
 * null.
 */
async function exceededByAccount(context: Context, row: ScheduleRow): Promise<string | null> {
  const max = postQuotas[row.platform]
  if (max === undefined) return null
  const since = new Date(row.dueAt.getTime() - dayMs)
  const count = await countPostsBefore(context.db, row, { since, max })
  if (count < max) return null
  return `The account has at least ${count} other posts in the 24 hours before this one is due, scheduled ones included. The platform takes about ${max} within 24 hours.`
}

/** Returns a message if posts of the day before this schedule use up the app's daily quota; otherwise null. */
async function exceededByApp(context: Context, row: ScheduleRow): Promise<string | null> {
  const bucket = postUnits[row.platform]
  if (bucket === undefined) return null
  const { title, units, timeZone } = dailyQuotas[bucket]
  const day = dayIn(timeZone, row.dueAt)
  const [today] = await readDailyQuotas(context.db, [{ bucket, day }])
  const scheduled = await countSchedulesBefore(context.db, row, { since: startOfDay(day, timeZone), max: units })
  const used = (today?.used ?? 0) + scheduled
  if (used < units && today?.closed !== true) return null
  return `The quota of the app for ${day} (${timeZone}) is used up before this post: ${title}, ${used} of ${units}, scheduled posts included.`
}

/**
 * Returns a message about the quota that will be used up by posts before this schedule, counting published and
 * scheduled posts: the account's limit in the 24 hours before the schedule is due, or the app's quota for that day.
 * Null if no quota will be. Schedules within the quota are not affected by later ones.
 */
export async function exceededQuota(context: Context, row: ScheduleRow): Promise<string | null> {
  return (await exceededByAccount(context, row)) ?? (await exceededByApp(context, row))
}
