import { Readable } from 'node:stream'

interface Interruption {
  reject: (reason: unknown) => void
}

/** Not `Promise.race` with one long-lived promise: that would keep every chunk alive until the signal goes. */
function interruptible<T>(work: Promise<T>, current: Interruption): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    current.reject = reject
    work.then(resolve, reject)
  })
}

/**
 * The chunks of a stream, up to its end or the signal. Stopping early leaves the stream open: closing a request's stream
 * would close the socket on which the refusal has to be sent.
 */
export async function* chunksOf(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const iterator: AsyncIterator<Uint8Array> =
    source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source[Symbol.asyncIterator]()
  const current: Interruption = { reject: () => {} }
  const abort = () => current.reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await interruptible(iterator.next(), current)
      if (done) return
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    // Not awaited: after an abort a read may still be pending, and returning waits for it.
    iterator.return?.()?.catch(() => {})
  }
}
