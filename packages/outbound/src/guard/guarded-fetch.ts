import type { CallLabels } from '../call-record.ts'
import { OutboundError } from '../outbound-error.ts'
import type { RequestBody } from '../request-body.ts'
import type { GuardedInput, GuardedResponse } from './guarded.ts'

interface GuardedFetchOptions extends CallLabels {
  outbound: { guarded(input: GuardedInput): Promise<GuardedResponse> }
  timeoutMs?: number
  maxBytes?: number
}

// Below this a body is sent with its length, which some servers insist on; above, it is sent in chunks as it comes.
const MAX_HELD_BYTES = 8 * 1024 * 1024
const BODILESS = new Set([101, 103, 204, 205, 304])

async function* prepend(held: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* held
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

async function takeBody(request: Request): Promise<RequestBody | undefined> {
  if (request.body === null) return undefined
  const held: Uint8Array[] = []
  let size = 0
  const chunks = request.body[Symbol.asyncIterator]()
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    held.push(next.value)
    size += next.value.byteLength
    if (size > MAX_HELD_BYTES) return prepend(held, chunks)
  }
  return Buffer.concat(held)
}

function toResponse(guarded: GuardedResponse, method: string): Response {
  const headers = new Headers(guarded.headers)
  // The body below is decoded already, and of another length.
  if (headers.has('content-encoding')) for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const bodiless = method === 'HEAD' || BODILESS.has(guarded.status)
  const response = new Response(bodiless ? null : ReadableStream.from(guarded.body), {
    status: guarded.status,
    headers,
  })
  Object.defineProperties(response, { url: { value: guarded.url }, redirected: { value: guarded.redirected } })
  return response
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

/**
 * Returns a replacement of `fetch` for libraries that calls only destinations which the outbound guard allows. If a
 * call fails, it throws a `TypeError` whose cause is the `OutboundError`; if the call's signal aborts, the reason of
 * the signal. A failure to read the response's body is the `OutboundError` itself. `timeoutMs` and `maxBytes` are those
 * of `GuardedInput`.
 */
export function createGuardedFetch(options: GuardedFetchOptions): typeof globalThis.fetch {
  const { outbound, ...settings } = options
  return async function guardedFetch(input, init) {
    const request = new Request(input, init)
    try {
      const guarded = await outbound.guarded({
        ...settings,
        url: request.url,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: await takeBody(request),
        signal: request.signal,
        redirect: request.redirect,
        credentials: 'same-origin',
      })
      const response = toResponse(guarded, request.method)
      if (response.body === null) await drain(guarded.body)
      return response
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      if (error instanceof OutboundError) throw new TypeError('fetch failed', { cause: error })
      throw error
    }
  }
}
