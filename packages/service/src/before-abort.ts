import { ServiceError } from '@carillon/errors'

/**
 * What `work` brings if it comes before `signal` aborts. Work that does not listen to the signal is left to itself, so
 * that an answer never waits for it.
 *
 * @throws ServiceError provider_error when the signal was first
 */
export async function beforeAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new ServiceError('provider_error', 'The network did not answer in time.'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, signal.aborted ? promise : work()])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
