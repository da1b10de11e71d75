import type { Generated } from 'kysely'

/**
 * The units of daily quotas that all processes together have used. `bucket` is the name of the quota, `day` the date in
 * the network's time zone, YYYY-MM-DD. `closed`: the network reported the quota as used up.
 */
export interface DailyQuotaTable {
  bucket: string
  day: string
  used: Generated<number>
  closed: Generated<boolean>
}
