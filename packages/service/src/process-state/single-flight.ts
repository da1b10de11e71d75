/** A set of running calls: simultaneous calls with the same key share one. */
export interface SingleFlight<T> {
  /** Whether a call with this key is in flight. */
  has(key: string): boolean
  /**
   * Returns the result of the call in flight with this key, otherwise calls `work` at once. A failure reaches all
   * callers.
   */
  share(key: string, work: () => Promise<T>): Promise<T>
}

/** Creates a single flight, in which simultaneous calls with the same key share one. Results are not cached. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const inFlight = new Map<string, Promise<T>>()
  return {
    has: (key) => inFlight.has(key),
    share(key, work) {
      const known = inFlight.get(key)
      if (known !== undefined) return known
      const begun = work().finally(() => inFlight.delete(key))
      // Those that share it may all have left when it fails.
      begun.catch(() => {})
      inFlight.set(key, begun)
      return begun
    },
  }
}
