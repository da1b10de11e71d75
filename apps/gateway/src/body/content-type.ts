import type { IncomingMessage } from 'node:http'
import type { Operation } from '@carillon/contract'
import { ServiceError } from '@carillon/errors'

export type BodyKind = 'json' | 'form'

export const takesBody = (row: Operation): boolean => row.body !== undefined || row.variants !== undefined

function refusal(message: string): ServiceError {
  return new ServiceError('unsupported_media_type', message)
}

const json = /^application\/json\s*(?:;|$)/i
/** JSON has no parameters, so that others than this one mean nothing; this one is sent out of habit, and may be wrong. */
const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i
const form = /^multipart\/form-data\s*(?:;|$)/i

/** How the body is to be read; null for an operation that takes none, whatever was sent. */
export function bodyKind({ headers }: IncomingMessage, row: Operation): BodyKind | null {
  if (!takesBody(row)) return null
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  if (encoding !== undefined && encoding !== 'identity') throw refusal('Send the body without Content-Encoding.')
  const type = headers['content-type']?.trim() ?? ''
  const isJson = json.test(type)
  if (isJson && /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8')) return 'json'
  if (row.multipart !== undefined && form.test(type)) return 'form'
  const taken = row.multipart === undefined ? 'application/json' : 'application/json or multipart/form-data'
  throw refusal(`Send the body as ${taken}${isJson ? ' in UTF-8' : ''}.`)
}
