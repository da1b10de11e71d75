import { countPostsBefore, countSchedulesBefore, readDailyQuotas, type ScheduleRow } from '@carillon/database'
import { dailyQuotas, dayIn, postQuotas, postUnits, startOfDay } from '@carillon/domain'
import type { Context } from '../context.ts'

const dayMs = 86_400_000

/** The limit of an account that posts before this one use up; null if they do not. */
async function exceededByAccount(context: Context, row: ScheduleRow): Promise<string | null> {
  const max = postQuotas[row.platform]
  if (max === undefined) return null
  const since = new Date(row.dueAt.getTime() - dayMs)
  const count = await countPostsBefore(context.db, row, { since, max })
  if (count < max) return null
  return `The account has at least ${count} other posts in the 24 hours before this one is due, scheduled ones included. The platform takes about ${max} within 24 hours.`
}

/** The daily quota of the app that posts before this one use up; null if they do not. */
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
 * The quota of its day that the posts before a schedule use up, in words; null if none. Later ones of the day are reported,
 * earlier ones are not.
 */
export async function exceededQuota(context: Context, row: ScheduleRow): Promise<string | null> {
  return (await exceededByAccount(context, row)) ?? (await exceededByApp(context, row))
}
