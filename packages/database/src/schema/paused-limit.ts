/**
 * Limits of networks that are reached or nearly reached: until the time `until`, no process makes calls that count
 * towards the limit `key`.
 */
export interface PausedLimitTable {
  key: string
  until: Date
}
