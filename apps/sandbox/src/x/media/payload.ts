import type { Call } from '../api/endpoint.ts'
import { checkBody, mediaType, parseForm, parseJson } from '../wire/body.ts'
import { invalid } from '../wire/problem.ts'
import { isRecord, type Shape } from '../wire/shape.ts'

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function decode(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 4 !== 0 || !BASE64.test(value)) {
    throw invalid('media', '$.media: is not base64', typeof value === 'string' ? value.slice(0, 40) : value)
  }
  return Buffer.from(value, 'base64')
}

/** The bytes of `media` in a request body, and the body's other fields. */
export interface Payload {
  fields: Record<string, unknown>
  media: Buffer
}

/**
 * Reads a body with `media`: JSON with base64, or a multipart form with a file or base64. `fromForm` converts form
 * fields, keyed by name, from strings to JSON values before `shape` validates them.
 * @throws Problem 400 for an invalid body
 */
export async function readPayload(
  { request, body }: Call,
  { shape, fromForm }: { shape: Shape; fromForm: Record<string, (words: string) => unknown> },
): Promise<Payload> {
  if (mediaType(request) !== 'multipart/form-data') {
    const json = parseJson(request, body)
    // Bytes are left out of the shape's messages.
    const bytes = isRecord(json) && 'media' in json ? decode(json['media']) : undefined
    const fields = checkBody(isRecord(json) && bytes ? { ...json, media: '' } : json, shape)
    return { fields, media: bytes ?? Buffer.alloc(0) }
  }
  const form = await parseForm(request, body)
  const { media, ...rest } = form
  const said = Object.entries(rest).map(([name, value]) => {
    if (typeof value !== 'string') throw invalid(name, `$.${name}: is a file`)
    const read = Object.hasOwn(fromForm, name) ? fromForm[name] : undefined
    return [name, read === undefined ? value : read(value)]
  })
  const fields = checkBody({ ...Object.fromEntries(said), ...(media === undefined ? {} : { media: '' }) }, shape)
  return { fields, media: Buffer.isBuffer(media) ? media : decode(media) }
}

/**
 * Converts a string of one to nine digits to a number. Returns any other string unchanged, so that validation rejects
 * it.
 */
export function toNumber(words: string): unknown {
  return /^[0-9]{1,9}$/.test(words) ? Number(words) : words
}

/** Converts `true` or `false` to a boolean. Returns any other string unchanged, so that validation rejects it. */
export function toFlag(words: string): unknown {
  return words === 'true' ? true : words === 'false' ? false : words
}
