import type { components, ErrorCode } from './schema.ts'

type Schemas = components['schemas']

/** The bodies of error responses, one type for each code. */
type ErrorBody = {
  [Name in keyof Schemas]: Schemas[Name] extends { error: { code: ErrorCode; message: string } } ? Schemas[Name] : never
}[keyof Schemas]

/** The type of the `details` of an error with this code; undefined for a code without details. */
export type ErrorDetails<Code extends ErrorCode> =
  Extract<ErrorBody['error'], { code: Code }> extends { details?: infer Details } ? Details | undefined : undefined

interface Fields {
  status: number
  requestId: string | null
}

/** The properties of a response that are not in its body. */
export interface ResponseFacts extends Fields {
  retryAfterSeconds: number | null
  /** The value of `X-Should-Retry`; null if the response has no such header. */
  shouldRetry?: boolean | null
}

/** Thrown for an error that the API reports. Branch on `code`; `message` is for humans and may change. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name: string = 'ApiError'
  readonly code: Code
  /** The HTTP status of the response. */
  readonly status: number
  /** The id of the request in the logs of the service; null if the response has none. */
  readonly requestId: string | null
  /** Details of the error, such as the invalid fields; their type depends on the code. */
  readonly details: ErrorDetails<Code>
  /** The URL of the code's description in the service's API reference; null if the service sends none. */
  readonly docUrl: string | null
  /** Seconds to wait before a retry; null if the response does not say. */
  readonly retryAfterSeconds: number | null
  /** Whether the same request can be sent again, according to `X-Should-Retry`; null if the response does not say. */
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

/** An `ApiError` whose `details` have the type of its `code`, so that a check of `code` narrows them. */
export type AnyApiError = { [Code in ErrorCode]: ApiError<Code> }[ErrorCode]

/** Returns whether a thrown value is an `ApiError`, and has this code if one is given. */
export function isApiError<Code extends ErrorCode>(thrown: unknown, code: Code): thrown is ApiError<Code>
export function isApiError(thrown: unknown): thrown is AnyApiError
export function isApiError(thrown: unknown, code?: ErrorCode): boolean {
  return thrown instanceof ApiError && (code === undefined || thrown.code === code)
}

/** Returns whether a status is that of a redirect: 3xx but 304, or 0 if a browser hides it. The API sends none. */
export const isRedirectStatus = (status: number): boolean =>
  status === 0 || (status >= 300 && status < 400 && status !== 304)

/** Thrown for a response that is not from the API, such as a proxy's error page, and for a redirect of a write. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  /** The HTTP status of the response; 0 for a redirect in a browser. */
  readonly status: number
  readonly requestId: string | null
  /** The body of the response as a string. */
  readonly body: string
  /** Whether the response is a redirect: the service has not executed the request. */
  readonly isRedirect: boolean

  constructor({ status, requestId, body, location = null }: Fields & { body: string; location?: string | null }) {
    const isRedirect = isRedirectStatus(status)
    // Without its query, which may contain secrets.
    const to = location === null ? '' : ` to ${location.split(/[?#]/, 1)[0]}`
    const redirected = `The request was redirected${to} and not executed. Set baseUrl to a URL that nothing redirects.`
    const unexpected = `The response is not one of the Carillon API: status ${status}. Check baseUrl and the proxies in between.`
    super(isRedirect ? redirected : unexpected)
    this.status = status
    this.requestId = requestId
    this.body = body
    this.isRedirect = isRedirect
  }
}
