import { DAY_MS } from './calendar.ts'

/** Something that is counted: the views of a post, the visits of a profile. */
export interface Counted {
  /** Milliseconds since the epoch; the count is zero before. */
  createdAt: number
  /** What had been counted when the sandbox started; zero for what was created since. */
  seeded: number
  /** The count of the first day when nothing was seeded. */
  perDay: number
}

const SLOWING = 0.7

/** How far a count has come at an age in days: fast at first, slower with every day, never at an end. */
function progress(ageDays: number): number {
  return (1 + Math.max(0, ageDays)) ** SLOWING - 1
}

/**
 * A count at a time, as an integer. The count never falls, so the counts of the days between two times add up to the
 * difference. At `startedAt` (the start of the sandbox) it is exactly the seeded count.
 */
export function countAt({ createdAt, seeded, perDay }: Counted, at: number, startedAt: number): number {
  const reached = progress((at - createdAt) / DAY_MS)
  const start = progress((startedAt - createdAt) / DAY_MS)
  if (seeded > 0 && start > 0) return Math.floor(seeded * (reached / start))
  return Math.floor(perDay * (reached / progress(1)))
}

/** The number of different users behind `count` views of a `population`: fewer for two days than the sum of both. */
export function uniqueOf(count: number, population: number): number {
  return Math.round(population * (1 - Math.exp(-count / Math.max(1, population))))
}
