import { DAY_MS } from './calendar.ts'

/** A count that grows over time, such as the views of a post. */
export interface Counted {
  /** The time in ms since the epoch before which the count is 0. */
  createdAt: number
  /** The count when the sandbox started; 0 for what was created later. */
  seeded: number
  /** The count one day after `createdAt`, if `seeded` is 0. */
  perDay: number
}

const SLOWING = 0.7

/**
 * Returns a number to which a count at an age in days is proportional: 0 at the age 0, then it grows fast at first and
 * ever more slowly, without end.
 */
function progress(ageDays: number): number {
  return (1 + Math.max(0, ageDays)) ** SLOWING - 1
}

/**
 * Returns a count, such as the views of a post, at the time `at` (ms since the epoch), as an integer. It is 0 until
 * `createdAt`, then grows ever more slowly and never falls. Its scale: if `seeded` is above 0, the count is `seeded` at
 * `startedAt`, the start of the sandbox; otherwise it is `perDay` one day after `createdAt`.
 */
export function countAt({ createdAt, seeded, perDay }: Counted, at: number, startedAt: number): number {
  const reached = progress((at - createdAt) / DAY_MS)
  const start = progress((startedAt - createdAt) / DAY_MS)
  if (seeded > 0 && start > 0) return Math.floor(seeded * (reached / start))
  return Math.floor(perDay * (reached / progress(1)))
}

/**
 * Returns the number of different users behind `count` views, out of a `population` of users. The result for the views
 * of two days together is usually less than the sum of the two daily results, because some users view on both days.
 */
export function uniqueOf(count: number, population: number): number {
  return Math.round(population * (1 - Math.exp(-count / Math.max(1, population))))
}
