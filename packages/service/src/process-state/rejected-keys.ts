/** The number of IP addresses that are counted separately within one minute. All others share one count. */
const maxAddresses = 50_000
const windowMs = 60_000

/** Counts the rejected keys of each IP address in the current minute, in this process. */
export interface RejectedKeys {
  /**
   * Counts one rejected key of an IP address. Returns whether its next unknown key may still be looked up on its own.
   */
  take(address: string): boolean
  /** Subtracts one counted attempt of an IP address whose key turned out to be valid. */
  giveBack(address: string): void
  /** Seconds until the counts are reset. */
  resetSeconds(): number
}

/**
 * Counts rejected keys by IP address in windows of one minute. The number of addresses is bounded: beyond it, further
 * ones share one count.
 */
export function createRejectedKeys({ perMinute, now }: { perMinute: number; now(): Date }): RejectedKeys {
  const counts = new Map<string, number>()
  let windowStart = 0

  /** The name under which an address is counted in the running minute. */
  function nameOf(address: string): string {
    const at = now().getTime()
    if (windowStart !== at - (at % windowMs)) {
      windowStart = at - (at % windowMs)
      counts.clear()
    }
    return counts.has(address) || counts.size < maxAddresses ? address : ''
  }

  return {
    take(address) {
      const name = nameOf(address)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count <= perMinute
    },
    giveBack(address) {
      const name = nameOf(address)
      const count = counts.get(name)
      if (count !== undefined) counts.set(name, Math.max(0, count - 1))
    },
    resetSeconds: () => Math.ceil((windowMs - (now().getTime() % windowMs)) / 1000),
  }
}
