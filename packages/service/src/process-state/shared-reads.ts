import { beforeAbort } from '../before-abort.ts'

/** A read in flight, and the number of callers that wait for it. */
interface Running<T> {
  result: Promise<T>
  ending: AbortController
  readers: number
  hasEnded: boolean
}

interface SharedRead<T> {
  /** Identifies what is read, including its account: simultaneous reads with the same key share one result. */
  key: string
  /** The abort signal of this caller; it ends only the waiting of this caller. */
  signal: AbortSignal
  /** The maximum duration of the read in ms, counted from its start. */
  deadlineMs: number
  /** Performs the read. Not called if a read with this key is in flight. */
  work(signal: AbortSignal): Promise<T>
}

export interface SharedReads<T> {
  /**
   * Returns the result of the read in flight with this key, otherwise that of a new read. Results are not cached.
   * @throws ServiceError `provider_error` if the caller's signal aborts or the read exceeds its deadline; the error of
   *   `work`
   */
  read(read: SharedRead<T>): Promise<T>
}

/**
 * Creates shared reads: simultaneous reads with the same key share one call. A caller that disconnects does not affect
 * the others; when the last one has disconnected, the read is aborted.
 */
export function createSharedReads<T>(): SharedReads<T> {
  const running = new Map<string, Running<T>>()

  function forget(key: string, read: Running<T>): void {
    if (running.get(key) === read) running.delete(key)
  }

  function start({ key, deadlineMs, work }: SharedRead<T>): Running<T> {
    const ending = new AbortController()
    const timer = setTimeout(
      () => ending.abort(new DOMException('The read took too long.', 'TimeoutError')),
      deadlineMs,
    )
    const result = beforeAbort(ending.signal, () => work(ending.signal)).finally(() => {
      clearTimeout(timer)
      read.hasEnded = true
      forget(key, read)
    })
    // Its readers may all be gone when it fails: each of them waits for the result or for its own signal.
    result.catch(() => {})
    const read: Running<T> = { result, ending, readers: 0, hasEnded: false }
    running.set(key, read)
    return read
  }

  return {
    async read(wanted) {
      if (wanted.signal.aborted) return beforeAbort(wanted.signal, () => wanted.work(wanted.signal))
      const read = running.get(wanted.key) ?? start(wanted)
      read.readers++
      try {
        return await beforeAbort(wanted.signal, () => read.result)
      } finally {
        read.readers--
        if (read.readers === 0 && !read.hasEnded) {
          forget(wanted.key, read)
          read.ending.abort()
        }
      }
    },
  }
}
