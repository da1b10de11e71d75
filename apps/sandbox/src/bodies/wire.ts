import { isSecret } from './secrets.ts'

/** Names and values in the order in which they were sent. A name can occur several times. */
export type Pairs = [name: string, value: string][]

/** A body as it was sent. Only the values of secrets are masked. */
export type WireBody =
  | { kind: 'none' }
  | { kind: 'json'; contentType: string; json: unknown }
  | { kind: 'form'; contentType: string; form: Pairs }
  | { kind: 'multipart'; contentType: string; parts: WirePart[] }
  /** A body that is not text, cannot be parsed, or is longer than the journal keeps. */
  | { kind: 'bytes'; contentType: string; bytes: number }

/**
 * A part of a multipart body. `bytes` is the size of its content. A file has a `fileName`, and its `value` is null; a
 * field has a `value`, and its `fileName` is null.
 */
interface WirePart {
  name: string
  fileName: string | null
  contentType: string | null
  value: string | null
  bytes: number
}

/** One call as it was sent and received, with headers and bodies. */
export interface WireExchange {
  request: { query: Pairs; headers: Pairs; body: WireBody }
  response: { headers: Pairs; body: WireBody }
}

const MASK = 'masked'

/** Masks a secret and keeps its kind: digits become zeros, other text a placeholder. */
const mask = (value: string): string => (/^\d+$/.test(value) ? '0'.repeat(value.length) : MASK)

/** The names, in lower case, of the headers with credentials. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'dpop'])

function maskText(text: string): string {
  return /[?&][\w.]+=/.test(text) ? text.replace(/([?&]([\w.]+)=)[^&#"'\s\\]*/g, maskParameter) : text
}

function maskParameter(whole: string, start: string, name: string): string {
  return isSecret(name) || name === 'code' ? `${start}${MASK}` : whole
}

/** Returns JSON whose secrets are replaced by placeholder strings, so that names and types stay. */
function maskJson(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map(maskJson)
  if (value === null || typeof value !== 'object') return value
  const masked = Object.entries(value).map(([name, member]) => {
    return [name, isSecret(name) && typeof member === 'string' ? mask(member) : maskJson(member)]
  })
  return Object.fromEntries(masked)
}

/** Returns names and values of a query or form. The values of secrets and of `code` are replaced by `masked`. */
export function maskPairs(pairs: Iterable<[string, string]>): Pairs {
  return [...pairs].map(([name, value]) => [name, isSecret(name) || name === 'code' ? MASK : maskText(value)])
}

/**
 * Converts Node's flat list of names and values of headers to pairs with lower-case names. Secrets are replaced by
 * `masked`; the scheme of `authorization` is kept.
 */
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

/**
 * Converts a body to the form in which `GET /journal?bodies=wire` shows it: JSON, the fields of a form, or the parts of
 * a multipart form (files by their size). Secrets are replaced by `masked`; in JSON, a secret of digits is replaced by
 * zeros. Of any other body, and of one that cannot be parsed, only the size is shown.
 * @param bytes the body without its content encoding; undefined if it was too long to keep, or cannot be decoded
 * @param size the number of bytes as sent; 0 for no body
 * @param type the whole `Content-Type` header
 */
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
