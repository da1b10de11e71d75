import { type JobClass, jobClasses, shareOf } from '@carillon/service'

export interface Shares {
  /** Counts a job as running; returns the function that ends it, or null when one of its shares is used up. */
  enter(flags: readonly string[]): (() => void) | null
  /** The flags of jobs that could not start now. */
  full(): string[]
}

/** The places of a worker process that jobs of a class may use. */
export function placesOf(name: JobClass, concurrency: number): number {
  return Math.max(1, Math.floor(concurrency * jobClasses[name]))
}

function classOf(flag: string): JobClass | undefined {
  const [name = ''] = flag.split(':')
  return Object.hasOwn(jobClasses, name) ? (name as JobClass) : undefined
}

/**
 * Divides the places of each class between organizations, and between networks. Whoever asks may use a fixed part of the
 * places that the others leave, one at least: a single organization never gets all of them, and each further one finds some
 * free. Only jobs that entered are counted.
 */
export function createShares(concurrency: number): Shares {
  const running = new Map<string, number>()
  const count = (flag: string) => running.get(flag) ?? 0
  const change = (flags: readonly string[], by: number) => {
    for (const flag of flags) {
      const now = count(flag) + by
      if (now === 0) running.delete(flag)
      else running.set(flag, now)
    }
  }
  const isFull = (flag: string) => {
    const [part, name] = [shareOf(flag), classOf(flag)]
    if (part === undefined || name === undefined) return false
    const left = placesOf(name, concurrency) - (count(name) - count(flag))
    return count(flag) >= Math.max(1, Math.floor(part * left))
  }
  return {
    enter(flags) {
      if (flags.some(isFull)) return null
      change(flags, 1)
      return () => change(flags, -1)
    },
    full: () => [...running.keys()].filter(isFull),
  }
}
