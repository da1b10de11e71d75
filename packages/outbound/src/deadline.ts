import { OutboundError } from './outbound-error.ts'

/**
 * The time by which a call has to end: `timeoutMs` milliseconds after its creation, or when the caller's signal aborts.
 * `end` must be called when the call has ended.
 */
export class Deadline {
  // A class, because V8 keeps a getter of an object literal, with everything that it refers to, until the next full
  // collection.
  readonly #listeners = new Set<(reason: OutboundError) => void>()
  readonly #caller: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  readonly #stop: () => void
  #reason: OutboundError | undefined
  #controller: AbortController | undefined

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#caller = caller
    this.#timer = setTimeout(() => {
      this.#expire(new OutboundError('timeout', true, `no complete response within ${timeoutMs} ms`))
    }, timeoutMs)
    this.#stop = () =>
      this.#expire(new OutboundError('aborted', true, 'the caller stopped waiting', { cause: caller?.reason }))
    if (caller?.aborted) this.#stop()
    caller?.addEventListener('abort', this.#stop, { once: true })
  }

  /**
   * Aborts when the deadline has passed, with an `OutboundError` as its reason. The `sent` of that error is always true
   * and does not tell whether anything was sent. Created on first use.
   */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /**
   * Calls `listener` with the reason when the deadline has passed, or at once if it already has. Returns a function
   * that removes the listener.
   */
  watch(listener: (reason: OutboundError) => void): () => void {
    if (this.#reason === undefined) this.#listeners.add(listener)
    else listener(this.#reason)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Returns the result of `work`, or rejects as soon as the deadline has passed. An error of `work` after that is
   * ignored.
   */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const unwatch = this.watch(reject)
      work.then(resolve, reject).finally(unwatch)
    })
  }

  /** Releases the timer and the caller's signal. Call this when the call has ended. */
  end(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#stop)
  }

  #expire(error: OutboundError): void {
    if (this.#reason !== undefined) return
    this.#reason = error
    this.#controller?.abort(error)
    for (const listener of [...this.#listeners]) listener(error)
  }
}
