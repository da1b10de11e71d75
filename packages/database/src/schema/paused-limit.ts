/**
 * Limits of networks that are reached or nearly reached: no process makes calls that count towards one before `until`.
 */
export interface PausedLimitTable {
  key: string
  until: Date
}
