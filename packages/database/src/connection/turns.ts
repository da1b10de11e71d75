import { PoolExhausted } from './errors.ts'

/** How many callers with one key may wait, and for how many ms each of them. */
export interface TurnLimits {
  maxWaiting: number
  waitMs: number
}

/** A caller that waits; called when it is its turn. */
type Waiting = () => void

/**
 * Lets the callers of this process that would lock the same row of the database run one after another, in the order of
 * their calls. Those that wait hold no connection, which they would otherwise take from callers with other rows.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(limits: TurnLimits = { maxWaiting: 1_000, waitMs: 30_000 }) {
    this.#limits = limits
  }

  /**
   * Runs `work` when the earlier calls with the same key have ended, and resolves or rejects as it does.
   * @throws PoolExhausted if too many callers with the key wait already, or if this one has waited for too long; `work`
   *   has not run
   */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#waiting.get(key)
    if (line) await this.#wait(line)
    else this.#waiting.set(key, [])
    try {
      return await work()
    } finally {
      this.#next(key)
    }
  }

  #wait(line: Waiting[]): Promise<void> {
    if (line.length >= this.#limits.maxWaiting) return Promise.reject(new PoolExhausted(line.length))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      line.splice(line.indexOf(begin), 1)
      reject(new PoolExhausted(line.length))
    }, this.#limits.waitMs)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    line.push(begin)
    return promise
  }

  #next(key: string): void {
    const begin = this.#waiting.get(key)?.shift()
    if (begin) begin()
    else this.#waiting.delete(key)
  }
}
