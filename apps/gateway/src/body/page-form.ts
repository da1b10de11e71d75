import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { letBodyCome } from './expect-continue.ts'
import { watchPace } from './pace.ts'

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

const tooLarge = () => invalid(`The form is too large: at most ${maxBytes} bytes are taken.`, 413)

/** The whole body. Whatever is left of one that is rejected is thrown away with the response. */
function readAll(req: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let received = 0
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    req.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) reject(tooLarge())
      else chunks.push(chunk)
    })
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('close', () => reject(invalid('The request was cut off.')))
  })
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
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
    const ending = new AbortController()
    const stopWatching = watchPace(req, pace, (error) => ending.abort(error))
    const late = () => ending.abort(invalid(`The form arrives too slowly: it took more than ${maxMs / 1000} s.`))
    const timer = setTimeout(late, maxMs)
    try {
      letBodyCome(req, res)
      req.body = parse(await readAll(req, AbortSignal.any([closing, ending.signal])))
    } finally {
      stopWatching()
      clearTimeout(timer)
    }
    next()
  }
}
