import { Readable } from 'node:stream'

/**
 * Returns `wait`, which awaits one promise and rejects with the signal's reason as soon as the signal aborts, and
 * `release`, to be called at the end. `Promise.race` with one long-lived promise would keep every chunk in memory.
 */
function interruptible(signal: AbortSignal | undefined) {
  let giveUp: (reason: unknown) => void = () => {}
  const abort = () => giveUp(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  return {
    wait<T>(work: Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        giveUp = reject
        // The read that began this promise may itself have aborted the signal.
        if (signal?.aborted) abort()
        work.then(resolve, reject)
      })
    },
    release: () => signal?.removeEventListener('abort', abort),
  }
}

/**
 * Yields the chunks of a stream until its end; throws the signal's reason if it aborts. Stopping early leaves the
 * stream open, because closing a request's stream would close the socket on which the error has to be sent.
 */
export async function* chunksOf(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const iterator: AsyncIterator<Uint8Array> =
    source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source[Symbol.asyncIterator]()
  const reads = interruptible(signal)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await reads.wait(iterator.next())
      if (done) return
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  } finally {
    reads.release()
    // Not awaited: after an abort a read may still be pending, and returning would wait for it.
    iterator.return?.()?.catch(() => {})
  }
}
