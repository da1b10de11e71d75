import { ServiceError } from '@carillon/errors'

/**
 * Returns the result of `work` unless `signal` aborts first. Work that ignores the signal then continues in the
 * background and its result is dropped. Work is not started if the signal has already aborted.
 * @throws ServiceError `provider_error` if the signal aborts first
 */
export async function beforeAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new ServiceError('provider_error', 'The platform did not respond in time. Try again.'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, signal.aborted ? promise : work()])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
