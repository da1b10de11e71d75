import { pick } from '../random.ts'
import type { Disturbance } from './disturb.ts'
import type { Planned } from './plan-schedules.ts'

/** Schedules in the order in which they are due, by moments: those that are due within seconds of each other. */
export interface Timeline {
  /** The schedules of the next moment; none at the end. */
  next(): Planned[]
  add(planned: readonly Planned[]): void
  remove(planned: readonly Planned[]): void
  /** The time of a moment after `from`; undefined if none exists. */
  later(from: number, random: () => number): number | undefined
  /** How many moments there were at first. */
  size(): number
  disturbance(index: number): Disturbance
  isClockPutBack(index: number): boolean
}

/** Schedules that are due within so many ms of the first of them are one moment. */
const momentMs = 15_000
const byDue = (one: Planned, other: Planned) => one.due - other.due

function countMoments(sorted: readonly Planned[]): number {
  let [count, first] = [0, Number.NEGATIVE_INFINITY]
  for (const { due } of sorted) {
    if (due - first <= momentMs) continue
    first = due
    count++
  }
  return count
}

interface Amounts {
  kills: number
  outages: number
  pgRestarts: number
  clockChanges: number
  random(): number
}

export function createTimeline(
  planned: readonly Planned[],
  plan: (moments: number, amounts: Amounts, random: () => number) => (index: number) => Disturbance,
  amounts: Amounts,
): Timeline {
  let waiting = planned.toSorted(byDue)
  const size = countMoments(waiting)
  const disturbance = plan(size, amounts, amounts.random)
  const putBackEvery = Math.max(1, Math.floor(size / (amounts.clockChanges + 1)))
  return {
    next() {
      const first = waiting[0]?.due ?? 0
      const end = waiting.findIndex(({ due }) => due - first > momentMs)
      return waiting.splice(0, end === -1 ? waiting.length : end)
    },
    add(more) {
      waiting = [...waiting, ...more].sort(byDue)
    },
    remove(some) {
      const gone = new Set(some)
      waiting = waiting.filter((one) => !gone.has(one))
    },
    later(from, random) {
      const first = waiting.findIndex(({ due }) => due > from)
      return first === -1 ? undefined : pick(random, waiting.slice(first, first + 5_000)).due
    },
    size: () => size,
    disturbance,
    isClockPutBack: (index) => amounts.clockChanges > 0 && index % putBackEvery === putBackEvery - 1,
  }
}
