import { readDailyQuotas } from '@carillon/database'
import { dailyQuotas, resetOf } from '@carillon/domain'
import { configuredPlatforms } from '../config/configured-platforms.ts'
import type { UseCase } from '../request.ts'

/**
 * Lists the daily quotas of the configured platforms, which all organizations share, with the units used today. Each
 * quota's day is in its own time zone.
 */
export const listQuotas: UseCase<'quotas.list'> = async (context) => {
  const configured = configuredPlatforms(context.config)
  const today = Object.entries(dailyQuotas)
    .filter(([, { platform }]) => configured.includes(platform))
    .map(([bucket, quota]) => ({ bucket, ...quota, ...resetOf(context.now(), quota.timeZone) }))
  const used = await readDailyQuotas(context.db, today)
  const quotas = today.map(({ bucket, title, platform, units, resetAt }) => {
    const row = used.find((one) => one.bucket === bucket)
    const count = row?.used ?? 0
    return {
      name: bucket,
      title,
      platform,
      used: count,
      limit: units,
      isExhausted: row?.closed === true || count >= units,
      resetsAt: resetAt.toISOString(),
    }
  })
  return { status: 200, body: { quotas } }
}
