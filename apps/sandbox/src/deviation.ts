import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { InterceptedResponse } from './intercepted-response.ts'

/**
 * How a response is changed so that it differs from the network's documentation: a field is renamed, replaced or
 * removed, or the whole response is replaced.
 */
export interface Deviation {
  /** The path of the field: names separated by dots, `[]` after a list, such as `data[].id`. */
  field?: string
  /** The field's new name. */
  rename?: string
  /** The new value of the field. The field is removed if neither this nor `rename` is set. */
  value?: unknown
  /**
   * The response to send instead, such as a rejection with an unknown code. `body` is sent as JSON; `null` if absent.
   */
  respond?: { status: number; body?: unknown }
}

const DECODERS: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function changeField(owner: unknown, [step = '', ...rest]: readonly string[], deviation: Deviation): boolean {
  const name = step.replace(/\[\]$/, '')
  if (!isFields(owner) || !Object.hasOwn(owner, name)) return false
  const found = owner[name]
  if (rest.length > 0) {
    const below = name === step ? [found] : Array.isArray(found) ? found : []
    return below.map((one) => changeField(one, rest, deviation)).includes(true)
  }
  const { rename, value } = deviation
  if (value !== undefined) owner[name] = value
  else delete owner[name]
  if (rename !== undefined) owner[rename] = found
  return true
}

/**
 * Returns a copy of a response that is changed as a test has requested: with one field of its JSON renamed, replaced or
 * removed, or with the status and body of `respond`. Null if a field is to be changed, but the response is not JSON or
 * lacks the field.
 */
export function deviated(
  { status, headers, body }: InterceptedResponse,
  deviation: Deviation,
): InterceptedResponse | null {
  const plain: InterceptedResponse['headers'] = { ...headers }
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'etag']) delete plain[name]
  if (deviation.respond) {
    const sent = Buffer.from(JSON.stringify(deviation.respond.body ?? null))
    return { status: deviation.respond.status, headers: { ...plain, 'content-type': 'application/json' }, body: sent }
  }
  const decode = DECODERS[String(headers['content-encoding'])] ?? ((bytes: Buffer) => bytes)
  try {
    const parsed: unknown = JSON.parse(decode(body).toString('utf8'))
    if (!changeField(parsed, (deviation.field ?? '').split('.'), deviation)) return null
    return { status, headers: plain, body: Buffer.from(JSON.stringify(parsed)) }
  } catch {
    return null
  }
}
