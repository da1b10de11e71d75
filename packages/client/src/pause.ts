/** Resolves after so many milliseconds; throws the reason of the signal if it is aborted before. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

const firstMs = 500

/** Milliseconds before the attempt after `attempt` failed ones: doubled each time up to `maxMs`, a quarter more or less. */
export function backoff(attempt: number, maxMs = 8_000): number {
  return Math.min(firstMs * 2 ** attempt, maxMs) * (0.75 + Math.random() / 2)
}
