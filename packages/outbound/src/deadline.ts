import { OutboundError } from './outbound-error.ts'

/** The time by which a call has to end. */
export interface Deadline {
  /** Aborts with an `OutboundError` as its reason, in which `sent` has no meaning yet. Created on first use. */
  readonly signal: AbortSignal
  /**
   * Calls `listener` with the reason when the deadline has passed, or at once if it already has. Returns a function
   * that ends this.
   */
  watch(listener: (reason: OutboundError) => void): () => void
  /**
   * Returns the result of `work`, or rejects as soon as the deadline has passed. A promise that loses is not left
   * unhandled.
   */
  race<T>(work: Promise<T>): Promise<T>
  /** Releases the timer and the caller's signal. Call this when the call has ended. */
  end(): void
}

/** Starts a deadline that passes after `timeoutMs` milliseconds, or when the caller's signal aborts. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const listeners = new Set<(reason: OutboundError) => void>()
  let reason: OutboundError | undefined
  let controller: AbortController | undefined

  function expire(error: OutboundError): void {
    if (reason !== undefined) return
    reason = error
    controller?.abort(error)
    for (const listener of [...listeners]) listener(error)
  }

  function watch(listener: (reason: OutboundError) => void): () => void {
    if (reason === undefined) listeners.add(listener)
    else listener(reason)
    return () => listeners.delete(listener)
  }

  const timer = setTimeout(() => {
    expire(new OutboundError('timeout', true, `no complete response within ${timeoutMs} ms`))
  }, timeoutMs)
  const stop = () => expire(new OutboundError('aborted', true, 'the caller stopped waiting', { cause: caller?.reason }))
  if (caller?.aborted) stop()
  caller?.addEventListener('abort', stop, { once: true })
  return {
    get signal() {
      if (controller === undefined) {
        controller = new AbortController()
        if (reason !== undefined) controller.abort(reason)
      }
      return controller.signal
    },
    watch,
    race: (work) =>
      new Promise((resolve, reject) => {
        const unwatch = watch(reject)
        work.then(resolve, reject).finally(unwatch)
      }),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    },
  }
}
