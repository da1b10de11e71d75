import type { Response } from 'express'

export interface RequestSignal {
  /** Aborts when the caller goes away before the response is sent, when the time for the work is over, and with `closing`. */
  signal: AbortSignal
  /** Counts from now on; reading the body is no work. */
  startDeadline(ms: number): void
}

/**
 * A signal for one request, with one controller and one timer, which are freed when the response ends. `AbortSignal.timeout`
 * would keep everything that refers to it in memory until the timeout has passed.
 */
export function requestSignal(res: Response, closing: AbortSignal): RequestSignal {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const close = () => ending.abort(closing.reason)
  if (closing.aborted) close()
  closing.addEventListener('abort', close, { once: true })
  res.once('close', () => {
    clearTimeout(timer)
    closing.removeEventListener('abort', close)
    if (!res.writableFinished) ending.abort(new Error('the caller is gone'))
  })
  return {
    signal: ending.signal,
    startDeadline(ms) {
      if (res.closed) return
      timer = setTimeout(() => ending.abort(new DOMException('The time for the request is over.', 'TimeoutError')), ms)
      timer.unref()
    },
  }
}
