import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { InterceptedResponse } from './intercepted-response.ts'

/** How a response differs from what the network documents. */
export interface Deviation {
  /** The field that differs: names with dots between, `[]` after a list, such as `data[].id`. */
  field?: string
  /** The field's new name. */
  rename?: string
  /** The field's new value. With neither of them the field is missing. */
  value?: unknown
  /** Another response altogether, such as a rejection with an unknown code. */
  respond?: { status: number; body: unknown }
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

/** The response with the deviation; null if it does not have the field or is not JSON. */
export function deviated(
  { status, headers, body }: InterceptedResponse,
  deviation: Deviation,
): InterceptedResponse | null {
  const plain: InterceptedResponse['headers'] = { ...headers }
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'etag']) delete plain[name]
  if (deviation.respond) {
    const sent = Buffer.from(JSON.stringify(deviation.respond.body))
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
