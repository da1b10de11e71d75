import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { envelope, ServiceError, shouldRetry } from '@carillon/errors'

const invalid = (message: string) => new ServiceError('invalid_request', message)

const rejections: Readonly<Record<string, () => ServiceError>> = {
  HPE_HEADER_OVERFLOW: () => invalid('The headers of the request are too large: the maximum is 16 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => invalid('The request took too long to arrive.'),
  TOO_MANY_CONNECTIONS: () =>
    new ServiceError('temporarily_unavailable', 'The gateway has too many open connections. Try again.', {
      retryAfter: 1,
    }),
  TOO_MANY_OF_ADDRESS: () =>
    new ServiceError('rate_limited', 'This IP address has too many open connections. Close some, or try again.', {
      retryAfter: 1,
    }),
}

/** Milliseconds that a client has to read a rejection and close the connection. */
const lingerMs = 2_000

/**
 * Sends an HTTP response with the error envelope on a socket and closes it, for bytes that are not HTTP or a connection
 * above a limit, where there is no request object.
 * @param code `TOO_MANY_CONNECTIONS` (503) or `TOO_MANY_OF_ADDRESS` (429) for the limits; otherwise the code of the
 *   error of Node.js, for which the response is 400 `invalid_request`
 * @param publicUrl the URL of the gateway, for the link to the documentation in the error
 */
export function rejectRaw(socket: Socket, code: string | undefined, publicUrl: string): void {
  const error = rejections[code ?? '']?.() ?? invalid('This is not a valid HTTP request.')
  const requestId = randomUUIDv7()
  const body = JSON.stringify(envelope(error, { requestId, publicUrl }))
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    `X-Should-Retry: ${shouldRetry(error)}`,
    ...(error.retryAfter === undefined ? [] : [`Retry-After: ${error.retryAfter}`]),
    'Connection: close',
  ]
  // A client that keeps its side open would keep the connection.
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
