/** A signal that wakes a loop of this process that waits for work. */
export interface Hint {
  /** Signals that there may be work. */
  give(): void
  /**
   * Resolves at the next hint, at once if there was one since the last call, after `ms` milliseconds at the latest, or
   * when the signal aborts. Only one caller may wait at a time.
   */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createHint(): Hint {
  let isGiven = false
  let wake: (() => void) | undefined
  return {
    give() {
      isGiven = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!isGiven && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', wake, { once: true })
        })
        if (wake) signal.removeEventListener('abort', wake)
        wake = undefined
      }
      isGiven = false
    },
  }
}
