/** Work of this process that is done one after the other, by key. */
export interface Turns {
  /** Does `work` once the earlier work with this key has ended. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** Lets calls with the same key wait for each other here, where a waiting one holds no connection. */
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
