import { ApiError, UnexpectedResponseError } from './api-error.ts'
import type { ErrorCode } from './schema.ts'

type ErrorEnvelope = { error: { code: ErrorCode; message: string; details: never; docUrl?: string } }

function parsed(text: string): unknown {
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

function seconds(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}

/** The result that a response holds. Throws `ApiError` for an error, `UnexpectedResponseError` for what is not ours. */
export async function readResponse(response: Response) {
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  const text = await response.text()
  const data = text === '' ? undefined : parsed(text)
  if (status >= 400 && isEnvelope(data)) {
    throw new ApiError(data.error, { status, requestId, retryAfterSeconds: seconds(headers.get('retry-after')) })
  }
  if (status >= 400 || (text !== '' && data === undefined)) {
    throw new UnexpectedResponseError({ status, requestId, body: text })
  }
  return { status, data, requestId, headers }
}
