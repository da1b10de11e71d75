import { OutboundError } from './outbound-error.ts'

export interface Deadline {
  /** Aborts with an `OutboundError` as its reason; `sent` there means nothing yet. */
  readonly signal: AbortSignal
  /** Rejects as soon as the signal aborts. A promise that loses the race is not left unhandled. */
  race<T>(work: Promise<T>): Promise<T>
  /** Releases the timer and the caller's signal. */
  end(): void
}

/** A signal that aborts after a number of milliseconds, or when the caller's signal aborts. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new OutboundError('timeout', true, `no complete response within ${timeoutMs} ms`))
  }, timeoutMs)
  const stop = () => controller.abort(new OutboundError('aborted', true, 'the caller stopped waiting', caller?.reason))
  if (caller?.aborted) stop()
  caller?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    race: (work) => raceAgainst(work, controller.signal),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    },
  }
}

function raceAgainst<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const lose = () => reject(signal.reason)
    if (signal.aborted) lose()
    signal.addEventListener('abort', lose, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', lose))
  })
}
