import type { Response } from 'express'

/** Aborts when the caller goes away before the answer is out. */
export function whileCallerWaits(res: Response): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort(new Error('the caller is gone'))
  })
  return gone.signal
}

/** The same, and when the time for the work is over. */
export function untilDeadline(signal: AbortSignal, deadlineMs: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
}
