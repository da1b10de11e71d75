import type { IncomingMessage } from 'node:http'
import { isPlatform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { readWholeBody } from './whole-body.ts'

/** The settings for reading the body of a public route (outside of the API). */
export interface PublicBody {
  /**
   * The result in `req.body`. `form`: the fields of a URL-encoded form, a list for each name; `json`: the bytes of a
   * body with the content type of JSON, not parsed; `raw`: the bytes of a body of any type.
   */
  kind: 'form' | 'json' | 'raw'
  maxBytes: number
  /** Milliseconds within which the body has to arrive. */
  maxMs: number
}

const maxFields = 500

const contentTypes: Readonly<Record<PublicBody['kind'], { pattern: RegExp; name: string } | null>> = {
  form: {
    pattern: /^application\/x-www-form-urlencoded\s*(?:;|$)/i,
    name: 'application/x-www-form-urlencoded in UTF-8',
  },
  json: { pattern: /^application\/json\s*(?:;|$)/i, name: 'application/json in UTF-8' },
  raw: null,
}
const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i

function invalid(message: string, status?: 413): ServiceError {
  return new ServiceError('invalid_request', message, status && { status })
}

function requireType({ headers }: IncomingMessage, kind: PublicBody['kind']): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const type = headers['content-type'] ?? ''
  const wanted = contentTypes[kind]
  const fits = wanted === null || (wanted.pattern.test(type) && /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8'))
  if (fits && encoding === 'identity') return
  const as = wanted === null ? '' : ` as ${wanted.name}`
  throw new ServiceError('unsupported_media_type', `Send the body${as}, without Content-Encoding.`)
}

function parseForm(body: Buffer): Record<string, string[]> {
  const text = body.toString('latin1')
  // Percent-encoding leaves ASCII only.
  if (body.some((byte) => byte >= 0x80) || /%(?![0-9a-f]{2})/i.test(text)) throw invalid('The form is not URL-encoded.')
  const pairs = text === '' ? [] : text.split('&', maxFields + 1)
  if (pairs.length > maxFields) throw invalid(`The form has too many fields: at most ${maxFields} are taken.`, 413)
  const fields = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  return Object.fromEntries([...fields].map(([name, sent]) => [name, sent.map(([, value]) => value)]))
}

/**
 * Builds a handler that reads the body of a public route into `req.body`, within the given limits and at the minimum
 * rate of API requests. It rejects an unknown platform in the path first (`route_not_found`), then another content type
 * or a `Content-Encoding` (`unsupported_media_type`), then a body that is too large (`invalid_request`, 413), truncated
 * or too slow (400), and a form that is not URL-encoded (400) or has over 500 fields (413). JSON is not checked.
 * `temporarily_unavailable` while other large bodies take up the memory; the reason of `closing` if it aborts.
 */
export function readPublicBody(
  { kind, maxBytes, maxMs }: PublicBody,
  { pace, closing, publicMemory }: Backend,
): RequestHandler {
  return async (req, res, next) => {
    const { platform } = req.params
    if (platform !== undefined && !isPlatform(platform)) {
      throw new ServiceError('route_not_found', 'The path does not exist.')
    }
    requireType(req, kind)
    const what = kind === 'form' ? 'form' : 'body'
    const memory = publicMemory.open('all')
    const body = await readWholeBody(req, res, { pace, closing, memory, maxBytes, maxMs, what })
    req.body = kind === 'form' ? parseForm(body) : body
    next()
  }
}
