/** A queue for each key: work with the same key runs one after the other, within this process. */
export interface Turns {
  /** Runs `work` after the earlier work with this key has ended, and returns its result. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Creates turns: in this process, work that is passed with the same key runs one after the other, in the order of the
 * calls, also after a failure. Waiting work holds no database connection.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    take(key, work) {
      const begun = (last.get(key) ?? Promise.resolve()).then(work)
      const ended = begun
        .catch(() => {})
        .then(() => {
          if (last.get(key) === ended) last.delete(key)
        })
      last.set(key, ended)
      return begun
    },
  }
}
