import type { IncomingMessage } from 'node:http'
import { invalid, invalidRequest, tooLarge } from './problem.ts'
import type { BodyShape } from './shape.ts'

const LIMIT_BYTES = 70 * 1024 * 1024

/** A field of a form: a string or a file. */
export type FormValue = string | Buffer

/**
 * Reads the body of a request. Bytes above the limit of 70 MiB are read and discarded.
 * @throws Problem 413 if the body is above the limit
 */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    // The rest is read and forgotten, so that the caller gets to see the response.
    if (size <= LIMIT_BYTES) chunks.push(chunk)
  }
  if (size > LIMIT_BYTES) throw tooLarge()
  return Buffer.concat(chunks)
}

/** Returns the media type of a request without its parameters, in lower case; empty without a `Content-Type`. */
export function mediaType(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Parses bytes as JSON. Throws a `Problem` (400) if they are invalid or have another content type. */
export function parseJson(request: IncomingMessage, bytes: Buffer): unknown {
  if (mediaType(request) !== 'application/json') {
    throw invalid('Content-Type', 'The request body must be application/json', mediaType(request))
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalid('body', 'The request body is not valid JSON')
  }
}

/**
 * Parses bytes as a multipart form, keyed by field. Throws a `Problem` (400) for an invalid form or a repeated field.
 */
export async function parseForm(request: IncomingMessage, bytes: Buffer): Promise<Record<string, FormValue>> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {
    throw invalid('body', 'The request body is not a valid multipart form')
  })
  const fields = new Map<string, FormValue>()
  for (const [name, value] of form) {
    if (fields.has(name)) throw invalid(name, 'is there more than once')
    fields.set(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()))
  }
  return Object.fromEntries(fields)
}

/**
 * Validates a body and returns it with the type that `shape` describes. Throws a `Problem` (400) that lists all of its
 * errors.
 */
export function checkBody<T extends object = Record<string, unknown>>(body: unknown, shape: BodyShape<T>): T {
  const faults = shape(body, '')
  if (faults.length > 0) {
    throw invalidRequest(
      faults.map(({ path, message, value }) => {
        const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
        return {
          message: `$${path === '' ? '' : `.${path}`}: ${message}`,
          parameters: { [path]: [shown.slice(0, 200)] },
        }
      }),
    )
  }
  // The shape has checked it.
  return body as T
}
