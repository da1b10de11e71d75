import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { duplexPair } from 'node:stream'
import { json } from 'node:stream/consumers'

/** A request to an operation from within the gateway. */
interface InternalCall {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** The IP address of the client for which the request is made. */
  remoteAddress: string | undefined
  /** Aborts the request. */
  signal?: AbortSignal | undefined
}

export interface InternalReply {
  status: number
  headers: IncomingMessage['headers']
  /** The parsed JSON of the response; null for a response that is not JSON. */
  body: unknown
}

/**
 * Returns a function that sends requests to this process's own app over connections in memory. They pass all checks of
 * an external request, from the API key and its scopes to the audit log, without a listening port. The function rejects
 * if `signal` aborts or the connection fails; error responses are returned.
 */
export function internalRequests(listener: RequestListener): (call: InternalCall) => Promise<InternalReply> {
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 0 }, listener)
  return async ({ method, url, headers, body, remoteAddress, signal }) => {
    const [near, far] = duplexPair()
    server.emit('connection', Object.assign(far, { remoteAddress }))
    const replied = Promise.withResolvers<IncomingMessage>()
    const sent = request({
      ...{ method, path: url, createConnection: () => near, signal },
      headers: {
        ...headers,
        connection: 'close',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    sent.once('response', replied.resolve)
    sent.once('error', replied.reject)
    sent.end(body)
    const reply = await replied.promise
    const text = reply.headers['content-type']?.startsWith('application/json') ? await json(reply) : null
    if (text === null) reply.resume()
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: text }
  }
}
