import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { readWholeBody } from './whole-body.ts'

/** What a form of one of our pages needs at most: every choice of it many times over. */
const maxBytes = 64 * 1024
const maxFields = 500
/** Milliseconds in which a browser sends so little. */
const maxMs = 10_000

const urlEncoded = /^application\/x-www-form-urlencoded\s*(?:;|$)/i
const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i

function invalid(message: string, status?: 413): ServiceError {
  return new ServiceError('invalid_request', message, status && { status })
}

function requireForm({ headers }: IncomingMessage): void {
  const type = headers['content-type'] ?? ''
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (urlEncoded.test(type) && /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8') && encoding === 'identity') return
  const message = 'Send the form as application/x-www-form-urlencoded in UTF-8, without Content-Encoding.'
  throw new ServiceError('unsupported_media_type', message)
}

function parse(body: Buffer): Record<string, string[]> {
  const text = body.toString('latin1')
  // Percent-encoding leaves ASCII only.
  if (body.some((byte) => byte >= 0x80) || /%(?![0-9a-f]{2})/i.test(text)) throw invalid('The form is not URL-encoded.')
  const pairs = text === '' ? [] : text.split('&', maxFields + 1)
  if (pairs.length > maxFields) throw invalid(`The form has too many fields: at most ${maxFields} are taken.`, 413)
  const fields = new URLSearchParams(text)
  return Object.fromEntries([...fields.keys()].map((name) => [name, fields.getAll(name)]))
}

/** Reads a form that one of our pages sends, as strictly as the API reads its bodies, into `req.body`: lists by name. */
export function pageForm({ pace, closing }: Backend): RequestHandler {
  return async (req, res, next) => {
    requireForm(req)
    req.body = parse(await readWholeBody(req, res, { pace, closing, maxBytes, maxMs, what: 'form' }))
    next()
  }
}
