/** A queue for each key: only a few calls of work with the same key run at the same time, within this process. */
export interface Turns {
  /**
   * Waits until fewer calls with this key run than `createTurns` allows at the same time, then runs `work` and returns
   * its result or throws its error.
   */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Queue {
  running: number
  waiting: (() => void)[]
}

/**
 * Creates turns: in this process, of the work that is passed with the same key, at most `atOnce` calls run at the same
 * time, and the others follow in the order of the calls, also after a failure. Waiting work holds no database
 * connection.
 */
export function createTurns(atOnce = 1): Turns {
  const queues = new Map<string, Queue>()
  return {
    async take(key, work) {
      const queue = queues.get(key) ?? { running: 0, waiting: [] }
      queues.set(key, queue)
      if (queue.running < atOnce) queue.running++
      else await new Promise<void>((begin) => queue.waiting.push(begin))
      try {
        return await work()
      } finally {
        const next = queue.waiting.shift()
        if (next === undefined) queue.running--
        next?.()
        if (queue.running === 0) queues.delete(key)
      }
    },
  }
}
