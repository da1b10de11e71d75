import type { Readable } from 'node:stream'
import { type Dispatcher, request as sendRequest } from 'undici'
import type { Deadline } from './deadline.ts'
import { isMisuse, toOutboundError } from './outbound-error.ts'
import type { SendableBody } from './request-body.ts'

/** One HTTP request, and the deadline by which it has to end. */
export interface Exchange {
  dispatcher: Dispatcher
  deadline: Deadline
  method: string
  url: URL
  headers: Record<string, string>
  body: SendableBody | undefined
}

export interface RawResponse {
  /** The host name of the request, with its port unless that is the default. */
  host: string
  status: number
  headers: Headers
  body: Readable
}

interface Progress {
  sent: boolean
}

/**
 * Creates an undici interceptor that sets `progress.sent` when a request is started. undici starts a request just
 * before it writes the first byte to an established connection, TLS included. A call that fails earlier has sent
 * nothing; a call that fails later may have.
 */
function watchStart(progress: Progress): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context)
        if (!controller.aborted) progress.sent = true
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStarted: () => handler.onResponseStarted?.(),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
      onBodySent: (chunk) => handler.onBodySent?.(chunk),
      onRequestSent: () => handler.onRequestSent?.(),
    })
}

/**
 * Returns the request's body unchanged, null if it has none, with a type that undici accepts: undici also sends
 * iterables and form data, but its types omit them.
 */
export function bodyOf({ body }: Exchange): Readable | Buffer | string | null {
  return (body ?? null) as Readable | Buffer | string | null
}

/** Headers as undici returns them, keyed by name in lower case. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>

export function toHeaders(raw: RawHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  return headers
}

/**
 * Returns a `TypeError` if the error means that the request was malformed, which is a bug in Carillon; undefined for
 * any other failure.
 */
export function asMisuse(error: unknown): TypeError | undefined {
  return isMisuse(error) ? new TypeError(`the request cannot be sent: ${error.message}`, { cause: error }) : undefined
}

/**
 * Sends one request and returns the response when its headers have arrived. Redirects are returned like any other
 * response. The body must be read or destroyed.
 * @throws OutboundError whose `sent` says whether the host may have received any part of the request; TypeError if the
 *   request is malformed
 */
export async function exchange(call: Exchange): Promise<RawResponse> {
  const progress: Progress = { sent: false }
  try {
    // undici notices a signal only once it has a connection, hence the race; it then does not start the request.
    const response = await call.deadline.race(
      sendRequest(call.url, {
        dispatcher: call.dispatcher.compose(watchStart(progress)),
        method: call.method,
        headers: call.headers,
        body: bodyOf(call),
        signal: call.deadline.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
    )
    return {
      host: call.url.host,
      status: response.statusCode,
      headers: toHeaders(response.headers),
      body: response.body,
    }
  } catch (error) {
    throw (!progress.sent && asMisuse(error)) || toOutboundError(error, { sent: progress.sent, host: call.url.host })
  }
}
