import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** A secret for one public link, and the hash under which it is kept: who reads the database learns no link. */
export interface LinkToken {
  token: string
  hash: string
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Makes an unguessable token of 256 random bits, fit for a path. */
export function makeLinkToken(random: (bytes: number) => Buffer = randomBytes): LinkToken {
  const token = random(TOKEN_BYTES).toString('base64url')
  return { token, hash: sha256(token) }
}

/** The hash to look a token up by; null for what no token of ours can be. */
export function hashLinkToken(token: string): string | null {
  return tokenPattern.test(token) ? sha256(token) : null
}

/** Both ends inclusive. */
export interface ServedRange {
  start: number
  end: number
}

const rangePattern = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i

/**
 * The part of a file that a `Range` header asks for; null for all of it. Several ranges in one header, other units and
 * nonsense count as no range, as RFC 9110 allows.
 */
export function parseRange(header: string | undefined, size: number): ServedRange | 'unsatisfiable' | null {
  const match = rangePattern.exec(header?.trim() ?? '')
  if (!match) return null
  const [, first, last, suffix] = match
  if (first === undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

export interface MediaAnswer {
  status: 200 | 206 | 416
  headers: Record<string, string>
  /** What to send of the file; null for no body. */
  range: ServedRange | null
}

export interface ServeOptions {
  file: { contentType: string; bytes: number; sha256: string }
  range: string | undefined
  ifRange?: string | undefined
}

/** A stranger's bytes under our name: never shown as a page, never run, never kept by others. */
function guardHeaders(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    'Content-Disposition': 'attachment',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'Accept-Ranges': 'bytes',
  }
}

/** Status, headers and bytes of the answer to `GET` (for `HEAD`: without the body) of a public media link. */
export function mediaAnswer({ file, range, ifRange }: ServeOptions): MediaAnswer {
  const headers = { ...guardHeaders(file.contentType), ETag: `"${file.sha256}"` }
  const changed = ifRange !== undefined && ifRange !== headers.ETag
  const asked = changed ? null : parseRange(range, file.bytes)
  if (asked === 'unsatisfiable') {
    return {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${file.bytes}`, 'Content-Length': '0' },
      range: null,
    }
  }
  if (asked === null) {
    const all = file.bytes === 0 ? null : { start: 0, end: file.bytes - 1 }
    return { status: 200, headers: { ...headers, 'Content-Length': String(file.bytes) }, range: all }
  }
  const { start, end } = asked
  const part = { 'Content-Range': `bytes ${start}-${end}/${file.bytes}`, 'Content-Length': String(end - start + 1) }
  return { status: 206, headers: { ...headers, ...part }, range: asked }
}
