import { beforeAbort } from '../before-abort.ts'

/** A read that is running, and how many wait for it. */
interface Running<T> {
  result: Promise<T>
  ending: AbortController
  readers: number
  hasEnded: boolean
}

interface SharedRead<T> {
  /** Identifies a read and its account: reads with the same key share one result. */
  key: string
  /** Of the reader. */
  signal: AbortSignal
  /** Maximum time of the read, counted from its start. */
  deadlineMs: number
  /** Not called if the same read is running. */
  work(signal: AbortSignal): Promise<T>
}

export interface SharedReads<T> {
  /** The result of the read that is running, else of a new one. Nothing is kept once it has ended. */
  read(read: SharedRead<T>): Promise<T>
}

/**
 * Lets identical simultaneous reports of this process share their calls. A reader that disconnects does not affect the
 * others; when the last one disconnects, the calls are aborted.
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
