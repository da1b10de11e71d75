import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { MAX_BODY_BYTES, type Recording, recordRequest, recordResponse } from './recording.ts'
import { cleanJson, cleanParameters, cleanText } from './secrets.ts'
import { maskHeaders, maskPairs, type WireBody, type WireExchange, wireBody } from './wire.ts'

/** The recorded request and response bodies of a call. */
export interface Exchange {
  /** Returns the number of bytes that are kept. */
  size(): number
  /** Returns the bodies as `GET /journal?bodies=true` shows them. */
  show(): ShownExchange
  /** Returns the whole call as `GET /journal?bodies=wire` shows it. */
  wire(): WireExchange
}

/**
 * The bodies of a call without tokens and secrets. JSON is parsed, a form is an object, other text is a string. A body
 * that is not text, cannot be decoded, or is longer than 256 KiB is `{contentType, bytes}`, an empty one null.
 */
export interface ShownExchange {
  request: { query: Record<string, string | string[]>; body: unknown }
  response: unknown
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

function parseJson(text: string): unknown {
  try {
    return cleanJson(JSON.parse(text))
  } catch {
    // Cut off, or never JSON.
    return cleanText(text)
  }
}

function withoutCode(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || !('code' in body) || typeof body.code !== 'string') return body
  const { code: _code, ...rest } = body
  return rest
}

function decode(bytes: Buffer, encoding: string): Buffer | undefined {
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined
  if (encoding === '' || encoding === 'identity') return bytes
  try {
    return decoder?.(bytes)
  } catch {
    // Cut off on purpose.
    return undefined
  }
}

function show({ size, chunks }: Recording, { type, encoding }: { type: string; encoding: string }): unknown {
  if (size === 0) return null
  const contentType = type.split(';')[0]?.trim().toLowerCase() ?? ''
  const bytes = size > MAX_BODY_BYTES ? undefined : decode(Buffer.concat(chunks), encoding)
  if (bytes === undefined) return { contentType, bytes: size }
  if (/^application\/(?:[\w.-]+\+)?json$/.test(contentType)) return parseJson(bytes.toString('utf8'))
  if (contentType === 'application/x-www-form-urlencoded') return cleanParameters(new URLSearchParams(bytes.toString()))
  return contentType.startsWith('text/') ? cleanText(bytes.toString('utf8')) : { contentType, bytes: size }
}

function wireOf({ size, chunks }: Recording, { type, encoding }: { type: string; encoding: string }): WireBody {
  const bytes = size > MAX_BODY_BYTES ? undefined : decode(Buffer.concat(chunks), encoding)
  return wireBody(bytes, { size, type })
}

function header(value: number | string | string[] | undefined): string {
  return value === undefined ? '' : String(value)
}

function keptBytes({ size }: Recording): number {
  return size > MAX_BODY_BYTES ? 0 : size
}

/**
 * Starts to record the bodies of a call. To record the whole request body, call `recordRequest` first, before any byte
 * has arrived.
 */
export function recordExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const query = URL.parse(request.url ?? '/', 'http://sandbox')?.searchParams ?? new URLSearchParams()
  const [recordedRequest, recordedResponse] = [recordRequest(request), recordResponse(response)]
  const { headers, rawHeaders } = request
  const askedAs = { type: header(headers['content-type']), encoding: header(headers['content-encoding']) }
  const responseOptions = () => ({
    type: header(response.getHeader('content-type')),
    encoding: header(response.getHeader('content-encoding')),
  })
  return {
    size: () => keptBytes(recordedRequest) + keptBytes(recordedResponse),
    show: () => ({
      request: { query: cleanParameters(query), body: withoutCode(show(recordedRequest, askedAs)) },
      response: show(recordedResponse, responseOptions()),
    }),
    wire: () => ({
      request: { query: maskPairs(query), headers: maskHeaders(rawHeaders), body: wireOf(recordedRequest, askedAs) },
      response: {
        headers: maskHeaders(Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, header(value)])),
        body: wireOf(recordedResponse, responseOptions()),
      },
    }),
  }
}
