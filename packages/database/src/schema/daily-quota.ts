import type { Generated } from 'kysely'

/** Units of a daily quota that all processes have used. `day` is the date in the network's time zone, as YYYY-MM-DD. */
export interface DailyQuotaTable {
  bucket: string
  day: string
  used: Generated<number>
  closed: Generated<boolean>
}
