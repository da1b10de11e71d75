/** Wakes up what waits for work in this process. */
export interface Hint {
  /** There may be work. */
  give(): void
  /** Resolves when a hint is given, at once if that was since the last call; or after `ms`, or when the signal aborts. */
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
