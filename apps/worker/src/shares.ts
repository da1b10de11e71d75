import { keysOf } from '@carillon/errors'
import { type JobClass, jobClasses, type Sharing } from '@carillon/service'

export interface Shares {
  /**
   * Counts a job as running and returns the function to call at its end; null if its organization or network has
   * already used its share.
   * @param flags the flags of the job, as built by `flagsOf`
   */
  enter(flags: readonly string[]): (() => void) | null
  /**
   * Returns the flags whose jobs must not be fetched now. Only organizations and networks with a running job are
   * checked, in every class.
   * @param inFlight the number of fetches in flight, each counted as one more job of the checked flag; 0 by default
   */
  full(inFlight?: number): string[]
}

const classNames = keysOf(jobClasses)

/**
 * Returns how many of a worker's `concurrency` slots jobs of a class may use: the fraction that `jobClasses` has for
 * the class, rounded down, but at least one slot.
 */
export function slotsOf(name: JobClass, concurrency: number): number {
  return Math.max(1, Math.floor(concurrency * jobClasses[name]))
}

/**
 * Functions that return how many of `places`, a number of slots, are reserved for organizations, or networks, with less
 * than an equal share: a slot may be in use for minutes, and a newcomer should not have to wait for one. Fewer are
 * reserved for networks, so that a newcomer's slot is not blocked by another organization on the same network.
 */
const reservedFor: Readonly<Record<Sharing, (places: number) => number>> = {
  organization: (places) => Math.max(Math.min(2, Math.floor(places / 2)), Math.floor(places / 8)),
  network: (places) => Math.floor(reservedFor.organization(places) / 2),
}

/** An organization or network whose jobs of a class are counted together. */
interface Sharer {
  name: JobClass
  kind: Sharing
  /** The id of the organization, or the name of the network. */
  id: string
}

/** Parses a flag; undefined for flags that have no share, such as those of a class. */
function sharerOf(flag: string): Sharer | undefined {
  const [name, kind, id] = flag.split(':')
  const known = classNames.find((one) => one === name)
  if (known === undefined || id === undefined || (kind !== 'organization' && kind !== 'network')) return undefined
  return { name: known, kind, id }
}

interface Usage {
  places: number
  reserved: number
  used: number
  /** Slots that the sharer itself uses. */
  own: number
  /** The number of sharers of the kind that use slots, including this one. */
  peers: number
}

/** Whether a sharer has to wait: no slot is free, or it has an equal share and only reserved slots are free. */
function hasShare({ places, reserved, used, own, peers }: Usage): boolean {
  const equal = Math.max(1, Math.floor((places - reserved) / peers))
  return used >= (own < equal ? places : places - reserved)
}

/**
 * Creates the shares of a worker's `concurrency` slots, so that jobs of one organization, or one social network, do not
 * block those of others. A few slots are reserved for those that use less than an equal share: the other slots divided
 * by the number of organizations, or networks, with running jobs. This applies both to the slots of each class of jobs
 * and to all slots.
 */
export function createShares(concurrency: number): Shares {
  const running = new Map<string, { count: number; sharer: Sharer | undefined }>()
  const count = (flag: string) => running.get(flag)?.count ?? 0
  const change = (flags: readonly string[], by: number) => {
    for (const flag of flags) {
      const used = running.get(flag) ?? { count: 0, sharer: sharerOf(flag) }
      used.count += by
      if (used.count === 0) running.delete(flag)
      else running.set(flag, used)
    }
  }
  const sharers = () => [...running.values()].flatMap(({ sharer }) => sharer ?? [])
  const sum = (names: readonly JobClass[], who = '') => names.reduce((total, name) => total + count(name + who), 0)
  const usageOf = (names: readonly JobClass[], { kind, id }: Sharer, [places, coming]: [number, number]): Usage => {
    const others = sharers().filter((one) => one.kind === kind && names.includes(one.name))
    const peers = new Set(others.map((one) => one.id)).add(id).size
    const own = sum(names, `:${kind}:${id}`) + coming
    return { places, reserved: reservedFor[kind](places), used: sum(names) + coming, own, peers }
  }
  const isFull = (sharer: Sharer, coming = 0) => {
    const { name } = sharer
    // How many fetches in flight return jobs of the other classes is limited by their own.
    const inClass = usageOf([name], sharer, [slotsOf(name, concurrency), name === 'call' ? coming : 0])
    return hasShare(inClass) || hasShare(usageOf(classNames, sharer, [concurrency, coming]))
  }
  return {
    enter(flags) {
      if (flags.flatMap((flag) => sharerOf(flag) ?? []).some((sharer) => isFull(sharer))) return null
      change(flags, 1)
      return () => change(flags, -1)
    },
    full(inFlight = 0) {
      const present = new Map(
        sharers().flatMap(({ kind, id }) =>
          classNames.map((name) => [`${name}:${kind}:${id}`, { name, kind, id }] as const),
        ),
      )
      return [...present].flatMap(([flag, sharer]) => (isFull(sharer, inFlight) ? flag : []))
    },
  }
}
