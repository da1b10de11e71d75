import { ApiError, isRedirectStatus, UnexpectedResponseError } from './api-error.ts'
import { errorClasses } from './generated/errors.ts'
import type { ErrorCode } from './schema.ts'

type ErrorEnvelope = { error: { code: ErrorCode; message: string; details: never; docUrl?: string } }

/** A response whose body has arrived. */
export interface Received {
  status: number
  headers: Headers
  text: string
}

/** A successful response. The type of its body is that of the OpenAPI document, to which the service conforms. */
export interface AnyResult<Data = unknown> {
  status: number
  data: Data
  requestId: string | null
  headers: Headers
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

const seconds = (header: string | null) => (/^\d+$/.test(header ?? '') ? Number(header) : null)
const flag = (header: string | null) => (header === 'true' ? true : header === 'false' ? false : null)

const isCsv = (headers: Headers) => headers.get('content-type')?.startsWith('text/csv') === true

/** The error classes, keyed by code. A newer service may send codes that this package does not know. */
const classes: Partial<Record<ErrorCode, new (...args: never[]) => Error>> = errorClasses

/** Returns the result of a 2xx or 304; throws `ApiError`, or `UnexpectedResponseError` if the API did not send it. */
export function readResponse<Data>({ status, headers, text }: Received): AnyResult<Data> {
  const requestId = headers.get('x-request-id')
  const data = text === '' ? undefined : parsed(status < 400 && isCsv(headers) ? JSON.stringify(text) : text)
  if (status >= 400 && isEnvelope(data)) {
    const retryAfterSeconds = seconds(headers.get('retry-after'))
    const facts = { status, requestId, retryAfterSeconds, shouldRetry: flag(headers.get('x-should-retry')) }
    throw Reflect.construct(classes[data.error.code] ?? ApiError, [data.error, facts])
  }
  if (status >= 400 || isRedirectStatus(status) || (text !== '' && data === undefined)) {
    throw new UnexpectedResponseError({ status, requestId, body: text, location: headers.get('location') })
  }
  return { status, data, requestId, headers }
}
