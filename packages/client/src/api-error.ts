import type { ErrorDetails } from './error-details.ts'
import type { ErrorCode } from './schema.ts'

interface Fields {
  status: number
  requestId: string | null
}

/** An error that the API reports. Branch on `code`; `message` is for humans and may change. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ApiError'
  readonly code: Code
  /** The HTTP status of the response. */
  readonly status: number
  /** The id of the request in the logs of the service. */
  readonly requestId: string | null
  /** Details of the error by its code, such as the invalid fields. */
  readonly details: ErrorDetails<Code>
  /** The URL at which the reference of the service describes the code; null from a service that sends none. */
  readonly docUrl: string | null
  /** Seconds until a retry makes sense, if the response says so. */
  readonly retryAfterSeconds: number | null

  constructor(
    error: { code: Code; message: string; details: ErrorDetails<Code>; docUrl?: string },
    { status, requestId, retryAfterSeconds }: Fields & { retryAfterSeconds: number | null },
  ) {
    super(error.message)
    this.code = error.code
    this.status = status
    this.requestId = requestId
    this.details = error.details
    this.docUrl = error.docUrl ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Whether something that was thrown is an error of the API, with this code if one is given. */
export function isApiError<Code extends ErrorCode>(thrown: unknown, code?: Code): thrown is ApiError<Code> {
  return thrown instanceof ApiError && (code === undefined || thrown.code === code)
}

/** A response that is not the API's, as a proxy in front of it may send. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  readonly requestId: string | null
  /** The body as text. */
  readonly body: string

  constructor({ status, requestId, body }: Fields & { body: string }) {
    super(`The response is not one of the Carillon API: status ${status}. Check baseUrl and the proxies in between.`)
    this.status = status
    this.requestId = requestId
    this.body = body
  }
}
