import type { ErrorDetails } from './error-details.ts'
import type { ErrorCode } from './schema.ts'

interface Fields {
  status: number
  requestId: string | null
}

/** What a response says besides its body. */
export interface ResponseFacts extends Fields {
  retryAfterSeconds: number | null
  /** `X-Should-Retry`; null for a response without it. */
  shouldRetry?: boolean | null
}

/** An error that the API reports. Branch on `code`; `message` is for humans and may change. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name: string = 'ApiError'
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
  /** Whether the same request can be sent again, by `X-Should-Retry`; null if the response does not say. */
  readonly shouldRetry: boolean | null

  constructor(
    error: { code: Code; message: string; details: ErrorDetails<Code>; docUrl?: string },
    { status, requestId, retryAfterSeconds, shouldRetry = null }: ResponseFacts,
  ) {
    super(error.message)
    this.code = error.code
    this.status = status
    this.requestId = requestId
    this.details = error.details
    this.docUrl = error.docUrl ?? null
    this.retryAfterSeconds = retryAfterSeconds
    this.shouldRetry = shouldRetry
  }
}

/** An error of the API, whose `details` have the type of its `code`. */
export type AnyApiError = { [Code in ErrorCode]: ApiError<Code> }[ErrorCode]

export function isApiError<Code extends ErrorCode>(thrown: unknown, code: Code): thrown is ApiError<Code>
export function isApiError(thrown: unknown): thrown is AnyApiError
/** Whether something that was thrown is an error of the API, with this code if one is given. */
export function isApiError(thrown: unknown, code?: ErrorCode): boolean {
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
