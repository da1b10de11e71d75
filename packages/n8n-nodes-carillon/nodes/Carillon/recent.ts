/** The maximum number of values that are kept: those that were set last. */
const maxKept = 1000

/** Creates a map in memory that outlasts the runs of an item: n8n runs an item again in the same process. */
export function recent<Value>(): { get(id: string): Value | undefined; set(id: string, value: Value): void } {
  const kept = new Map<string, Value>()
  return {
    get: (id) => kept.get(id),
    set(id, value) {
      kept.set(id, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) return
        kept.delete(oldest)
      }
    },
  }
}
