/** Resolves after `ms` milliseconds; throws the signal's reason if it is aborted before. */
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
/** Returns the ms to wait after failed attempt `attempt`, from 0: 500 ms doubled up to `maxMs`, with ±25 % jitter. */
export function backoff(attempt: number, maxMs = 8_000): number {
  return Math.min(firstMs * 2 ** attempt, maxMs) * (0.75 + Math.random() / 2)
}
