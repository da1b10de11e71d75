/** Calls that are in flight in this process, by key. */
export interface SingleFlight<T> {
  /** Whether a call with this key is in flight. */
  has(key: string): boolean
  /** The result of the call with this key that is in flight, or of `work`, which is then called at once. */
  share(key: string, work: () => Promise<T>): Promise<T>
}

/** Lets simultaneous calls with the same key share one. Nothing is kept once a call has ended. */
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
