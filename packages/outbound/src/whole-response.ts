import { Readable, type Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { asMisuse, bodyOf, type Exchange, type RawHeaders } from './exchange.ts'
import { toOutboundError } from './outbound-error.ts'
import { decoderOf, tooLarge } from './response-body.ts'

/** A response that has been received completely. */
export interface WholeResponse {
  status: number
  headers: RawHeaders
  /** The decoded body; as received if its `Content-Encoding` is unknown. */
  body: Buffer
}

/** Receives the bytes of a body as they arrive. */
interface Sink {
  take(chunk: Buffer): void
  end(): void
  /** Releases what was received. Nothing may be added afterwards. */
  drop(): void
}

interface Collecting {
  maxBytes: number
  done(body: Buffer): void
  fail(error: unknown): void
}

function collect({ maxBytes, done, fail }: Collecting): Sink {
  let chunks: Buffer[] = []
  let total = 0
  return {
    drop() {
      chunks = []
    },
    take(chunk) {
      total += chunk.length
      if (total > maxBytes) fail(tooLarge(maxBytes))
      else chunks.push(chunk)
    },
    end() {
      const [only] = chunks
      done(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks))
    },
  }
}

/**
 * Returns a sink that decodes the bytes. Encoded bytes wait in the decoder, so they are limited by `maxBytes` like the
 * decoded ones.
 */
function decode(decoder: Transform, collecting: Collecting): Sink {
  const { maxBytes, fail } = collecting
  const sink = collect(collecting)
  decoder.on('data', sink.take).on('end', sink.end).on('error', fail)
  let total = 0
  return {
    drop() {
      decoder.destroy()
      sink.drop()
    },
    take(chunk) {
      total += chunk.length
      if (total > maxBytes) fail(tooLarge(maxBytes))
      else decoder.write(chunk)
    },
    end: () => void decoder.end(),
  }
}

/**
 * Receives one response. undici starts a request just before it writes the first byte to an established connection, TLS
 * included. A call that fails earlier has sent nothing; a call that fails later may have.
 */
class Reception implements Dispatcher.DispatchHandler {
  readonly #ends: PromiseWithResolvers<WholeResponse>
  readonly #maxBytes: number
  readonly #host: string
  #controller: Dispatcher.DispatchController | undefined
  #failure: Error | undefined
  #sink: Sink | undefined

  constructor(ends: PromiseWithResolvers<WholeResponse>, { maxBytes, host }: { maxBytes: number; host: string }) {
    this.#ends = ends
    this.#host = host
    this.#maxBytes = maxBytes
  }

  /**
   * Ends the call with an error. Only the first failure counts; after the whole response has arrived, it changes
   * nothing.
   */
  fail(error: unknown): void {
    if (this.#failure !== undefined) return
    const sent = this.#controller !== undefined
    this.#failure = (!sent && asMisuse(error)) || toOutboundError(error, { sent, host: this.#host })
    this.#sink?.drop()
    this.#sink = undefined
    this.#ends.reject(this.#failure)
    this.#controller?.abort(this.#failure)
  }

  get failure(): Error | undefined {
    return this.#failure
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici notices only here, when it has a connection, that nobody waits any more; it then does not start.
    if (this.#failure !== undefined) controller.abort(this.#failure)
    else this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: RawHeaders): void {
    if (status < 200) return
    if (Number(headers['content-length'] ?? 0) > this.#maxBytes) {
      this.fail(tooLarge(this.#maxBytes))
      return
    }
    const collecting: Collecting = {
      maxBytes: this.#maxBytes,
      done: (body) => this.#ends.resolve({ status, headers, body }),
      fail: (error) => this.fail(error),
    }
    const decoder = decoderOf(headers['content-encoding'])
    this.#sink = decoder === undefined ? collect(collecting) : decode(decoder, collecting)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#sink?.take(chunk)
  }

  onResponseEnd(): void {
    this.#sink?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }
}

/**
 * Sends one request and reads the complete response. The body may have up to `maxBytes` bytes both before and after
 * decoding; a longer one ends the call with the error `too_large`. Redirects are returned like any other response.
 * @throws OutboundError whose `sent` says whether the host may have received any part of the request; TypeError if the
 *   request is malformed
 */
export async function exchangeWhole(call: Exchange, maxBytes: number): Promise<WholeResponse> {
  const { deadline, dispatcher, method, url, headers, body } = call
  const ends = Promise.withResolvers<WholeResponse>()
  // Received from undici chunk by chunk: with a stream and its iterators between, a small call costs twice as much.
  const reception = new Reception(ends, { maxBytes, host: url.host })
  const unwatch = deadline.watch((reason) => reception.fail(reason))
  try {
    if (reception.failure === undefined) {
      const target = {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
      }
      dispatcher.dispatch({ ...target, headers, body: bodyOf(call), headersTimeout: 0, bodyTimeout: 0 }, reception)
    }
    return await ends.promise
  } catch (error) {
    if (body instanceof Readable) body.on('error', () => undefined).destroy()
    throw error
  } finally {
    unwatch()
  }
}
