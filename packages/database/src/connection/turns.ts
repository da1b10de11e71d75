import { PoolExhausted } from './errors.ts'

/** How many callers with one key may run and wait. */
export interface TurnLimits {
  /** The maximum number of callers that run at the same time. Default: 1. */
  atOnce?: number
  /** The maximum number of callers that wait; any number if absent. */
  maxWaiting?: number
  /** The time in ms for which a caller waits; no limit if absent. */
  waitMs?: number
}

interface Queue {
  running: number
  /** The callers that wait; each is called when it is its turn. */
  waiting: (() => void)[]
}

/**
 * A queue for each key: at most `atOnce` callers of this process with the same key run at the same time, in the order
 * of their calls. Callers that wait hold no database connection, which callers with other keys can use.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #queues = new Map<string, Queue>()

  constructor(limits: TurnLimits = {}) {
    this.#limits = limits
  }

  /**
   * Runs `work` when fewer calls with the same key run than may do so at the same time, and resolves or rejects as it
   * does.
   * @throws PoolExhausted if too many callers with the key wait already, or if this one has waited for too long; `work`
   *   has not run
   */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    this.#queues.set(key, queue)
    if (queue.running < (this.#limits.atOnce ?? 1)) queue.running++
    else await this.#wait(queue)
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next === undefined) queue.running--
      next?.()
      if (queue.running === 0) this.#queues.delete(key)
    }
  }

  #wait({ waiting }: Queue): Promise<void> {
    const { maxWaiting, waitMs } = this.#limits
    if (waiting.length === maxWaiting) return Promise.reject(new PoolExhausted(waiting.length))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new PoolExhausted(waiting.length))
    }
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(begin)
    return promise
  }
}
