/**
 * The times of the latest requests that a rate limit has allowed, oldest first, over all processes. `name` is the
 * limit; `key` is what it counts for, such as an account.
 */
export interface RateTable {
  name: string
  key: string
  takenAt: Date[]
}
