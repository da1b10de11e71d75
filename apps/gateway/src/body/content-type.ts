import type { IncomingMessage } from 'node:http'
import { type Operation, readsBody } from '@carillon/contract'
import { ServiceError } from '@carillon/errors'

export type BodyKind = 'json' | 'form'

const takesBody = (row: Operation): boolean => row.body !== undefined || row.variants !== undefined

/** Whether a request has a body. @see https://www.rfc-editor.org/rfc/rfc9112#section-6 (read 2026-11-22) */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function rejection(message: string): ServiceError {
  return new ServiceError('unsupported_media_type', message)
}

const json = /^application\/json\s*(?:;|$)/i
/**
 * Matches the parameter `charset` of JSON, the only one that is checked: clients send it out of habit, and it may be
 * wrong.
 */
const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i
const form = /^multipart\/form-data\s*(?:;|$)/i

/**
 * Returns the format of the body that is to be read: `json`, or `form` for multipart/form-data. Null for a GET, whose
 * body is ignored, and for a request without a body if the operation does not require one. A body that was sent to an
 * operation without one is read, so that its content is rejected rather than ignored.
 * @throws ServiceError `unsupported_media_type` (415) for another `Content-Type` or charset, or a `Content-Encoding`
 */
export function bodyKind(req: IncomingMessage, row: Operation): BodyKind | null {
  const mayBeAbsent = !takesBody(row) || row.optionalBody === true
  if (!readsBody(row) || (mayBeAbsent && !hasBody(req))) return null
  const { headers } = req
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (encoding !== undefined && encoding !== 'identity') throw rejection('Send the body without Content-Encoding.')
  const type = headers['content-type']?.trim() ?? ''
  const isJson = json.test(type)
  if (isJson && /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8')) return 'json'
  if (row.multipart !== undefined && form.test(type)) return 'form'
  const taken = row.multipart === undefined ? 'application/json' : 'application/json or multipart/form-data'
  throw rejection(`Send the body as ${taken}${isJson ? ' in UTF-8' : ''}.`)
}
