import { isSecret } from './secrets.ts'

/** Name and value, in the order in which they went over the wire; a name may come twice. */
export type Pairs = [name: string, value: string][]

/** A body as it was sent: nothing is converted, and nothing but the values of secrets is left out. */
export type WireBody =
  | { kind: 'none' }
  | { kind: 'json'; contentType: string; json: unknown }
  | { kind: 'form'; contentType: string; form: Pairs }
  | { kind: 'multipart'; contentType: string; parts: WirePart[] }
  /** A body that is not text, cannot be parsed, or is longer than the journal keeps. */
  | { kind: 'bytes'; contentType: string; bytes: number }

/** A part of a multipart body: `value` of a field, `bytes` of a file. */
interface WirePart {
  name: string
  fileName: string | null
  contentType: string | null
  value: string | null
  bytes: number
}

/** One call as it went over the wire. */
export interface WireExchange {
  request: { query: Pairs; headers: Pairs; body: WireBody }
  response: { headers: Pairs; body: WireBody }
}

const MASK = 'masked'

/** A secret's value with nothing of it left but its kind: a number of so many digits, or a text. */
const mask = (value: string): string => (/^\d+$/.test(value) ? '0'.repeat(value.length) : MASK)

/** Headers that carry a credential; the scheme of `authorization` stays. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'dpop'])

function maskText(text: string): string {
  return /[?&][\w.]+=/.test(text) ? text.replace(/([?&]([\w.]+)=)[^&#"'\s\\]*/g, maskParameter) : text
}

function maskParameter(whole: string, start: string, name: string): string {
  return isSecret(name) || name === 'code' ? `${start}${MASK}` : whole
}

/** JSON whose secrets are replaced by a text, so that name and type stay. */
function maskJson(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map(maskJson)
  if (value === null || typeof value !== 'object') return value
  const masked = Object.entries(value).map(([name, member]) => {
    return [name, isSecret(name) && typeof member === 'string' ? mask(member) : maskJson(member)]
  })
  return Object.fromEntries(masked)
}

/** Names and values of a query or form, with the values of secrets and codes replaced by `masked`. */
export function maskPairs(pairs: Iterable<[string, string]>): Pairs {
  return [...pairs].map(([name, value]) => [name, isSecret(name) || name === 'code' ? MASK : maskText(value)])
}

/** Headers from Node's flat list, with names in lower case and secrets masked. */
export function maskHeaders(flat: readonly string[]): Pairs {
  const pairs: Pairs = []
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const name = String(flat[at]).toLowerCase()
    const value = String(flat[at + 1])
    const scheme = name === 'authorization' && value.includes(' ') ? `${value.split(' ')[0]} ` : ''
    pairs.push([name, SECRET_HEADERS.has(name) || isSecret(name) ? `${scheme}${MASK}` : maskText(value)])
  }
  return pairs
}

function readPart(text: string): WirePart {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  const content = text.slice(end + 4, -2)
  const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? ''
  const fileName = /\bfilename="([^"]*)"/i.exec(head)?.[1] ?? null
  const contentType = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1] ?? null
  const value = Buffer.from(content, 'latin1').toString('utf8')
  const shown = isSecret(name) ? MASK : value
  return { name, fileName, contentType, value: fileName === null ? shown : null, bytes: content.length }
}

/** A body for the journal. `bytes` is the body without its content coding; undefined if it was too long to keep. */
export function wireBody(bytes: Buffer | undefined, { size, type }: { size: number; type: string }): WireBody {
  const contentType = type.split(';')[0]?.trim().toLowerCase() ?? ''
  if (size === 0) return { kind: 'none' }
  const opaque: WireBody = { kind: 'bytes', contentType, bytes: size }
  if (bytes === undefined) return opaque
  if (/^application\/(?:[\w.-]+\+)?json$/.test(contentType)) {
    try {
      return { kind: 'json', contentType, json: maskJson(JSON.parse(bytes.toString('utf8'))) }
    } catch {
      return opaque
    }
  }
  if (contentType === 'application/x-www-form-urlencoded') {
    return { kind: 'form', contentType, form: maskPairs(new URLSearchParams(bytes.toString('utf8'))) }
  }
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (contentType === 'multipart/form-data' && boundary !== undefined) {
    const parts = bytes.toString('latin1').split(`--${boundary}`).slice(1, -1)
    return { kind: 'multipart', contentType, parts: parts.map((part) => readPart(part.replace(/^\r\n/, ''))) }
  }
  return opaque
}
