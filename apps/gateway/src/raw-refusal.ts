import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { envelope, ServiceError } from '@carillon/errors'

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The head of the request is too large: at most 16 KiB are taken.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
}

/** A refusal of what is no HTTP, for which there is no request to answer. */
export function refuseRaw(socket: Socket, code: string | undefined): void {
  const error = new ServiceError('invalid_request', messages[code ?? ''] ?? 'This is not a valid HTTP request.')
  const body = JSON.stringify(envelope(error))
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUIDv7()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
