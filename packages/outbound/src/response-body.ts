import { pipeline, type Readable, type Transform } from 'node:stream'
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib'
import type { RawResponse } from './exchange.ts'
import { OutboundError, toOutboundError } from './outbound-error.ts'

type Decoder = Gunzip | Inflate | BrotliDecompress

const DECODERS: Record<string, () => Decoder> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Changes a decoder so that it accepts an empty body, and returns it. Responses to HEAD and with the status 204 have no
 * body, but may have the header `content-encoding`. The decoder alone would report a body that was cut off.
 */
function acceptEmpty(decoder: Decoder): Decoder {
  const flush = decoder._flush.bind(decoder)
  decoder._flush = (done) => (decoder.bytesWritten === 0 ? done() : flush(done))
  return decoder
}

/**
 * Creates a decoder for the value of a `content-encoding` header; undefined if the bytes are not encoded or the
 * encoding is unknown.
 */
export function decoderOf(encoding: string | string[] | null | undefined): Transform | undefined {
  const name = String(encoding).trim().toLowerCase()
  const create = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
  return create && acceptEmpty(create())
}

function decode(response: RawResponse): Readable {
  const decoder = decoderOf(response.headers.get('content-encoding'))
  if (decoder === undefined) return response.body
  return pipeline(response.body, decoder, () => undefined)
}

export function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('too_large', true, `the response is larger than ${maxBytes} bytes`)
}

interface BodyLimits {
  /** The maximum size in bytes, after decompression. */
  maxBytes: number
  /** Called once when reading has ended in any way. */
  onEnd(): void
}

/**
 * Returns the decoded body as chunks. Reading throws an `OutboundError`: `too_large` above `maxBytes`, or another kind
 * if the connection breaks or the body cannot be decoded. Stopping early closes the connection, even before the first
 * chunk, when the `finally` of a generator would not run.
 */
export function readBody(response: RawResponse, limits: BodyLimits): AsyncGenerator<Uint8Array, void, undefined> {
  const reading = piecesOf(response, limits)
  let begun = false
  const next = reading.next.bind(reading)
  const stop = reading.return.bind(reading)
  reading.next = () => {
    begun = true
    return next()
  }
  reading.return = (value) => {
    if (!begun) close(response.body, limits)
    begun = true
    return stop(value)
  }
  return reading
}

function close(body: Readable, { onEnd }: BodyLimits): void {
  body.on('error', () => undefined).destroy()
  onEnd()
}

async function* piecesOf(response: RawResponse, limits: BodyLimits): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0
  let body: Readable & AsyncIterable<Uint8Array> = response.body
  try {
    if (Number(response.headers.get('content-length') ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes)
    body = decode(response)
    for await (const chunk of body) {
      total += chunk.byteLength
      if (total > limits.maxBytes) throw tooLarge(limits.maxBytes)
      yield chunk
    }
  } catch (error) {
    throw toOutboundError(error, { sent: true, host: response.host })
  } finally {
    body.on('error', () => undefined).destroy()
    close(response.body, limits)
  }
}

/** Reads all chunks into one buffer. It sets no limit: `chunks` itself must end with an error if it is too large. */
export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = []
  for await (const chunk of chunks) collected.push(chunk)
  return Buffer.concat(collected)
}

/**
 * Parses a body as JSON.
 * @throws OutboundError `bad_body` if it is not JSON; the message does not contain the body
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OutboundError('bad_body', true, 'the response is not JSON')
  }
}
