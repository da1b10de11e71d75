/**
 * The times of the latest requests that a rate limit has allowed, oldest first, over all processes. `name` is the
 * limit, `key` what it counts for.
 */
export interface RateTable {
  name: string
  key: string
  takenAt: Date[]
}
