import type { IncomingMessage } from 'node:http'
import { apiPrefix, isRead, operationRow } from '@carillon/contract'
import { ServiceError } from '@carillon/errors'
import type { InternalRequest, InternalResponse } from '@carillon/mcp'
import { onlyHeader } from '../only-header.ts'
import { stateOf } from '../request-state.ts'
import type { internalRequests } from './internal-requests.ts'

/** Headers of the client that are passed on, because they identify it. */
const forwarded = ['authorization', 'host', 'user-agent', 'x-forwarded-proto'] as const

/**
 * Returns the IP addresses that proxies have reported, of all header lines: some proxies add a line of their own to
 * that of the client.
 */
function addressesOf({ headersDistinct }: IncomingMessage): Readonly<Record<string, string>> {
  const reported = headersDistinct['x-forwarded-for']
  return reported === undefined ? {} : { 'x-forwarded-for': reported.join(', ') }
}

function urlOf({ operation, path = {}, query = {} }: InternalRequest): string {
  const filled = operationRow(operation).path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    return encodeURIComponent(path[name] ?? '')
  })
  const sent = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
  return `${apiPrefix}${filled}${search && `?${search}`}`
}

const leftEarly = (cause: unknown) =>
  new ServiceError('invalid_request', 'The request ended before it was complete.', { cause })

/**
 * Returns a function that makes requests to operations with the API key of a client's request `req`, as if the client
 * had sent them. MCP tools use it. `signal` aborts reads only, as it would be unknown whether an aborted write was
 * stored. The function returns error responses, and throws `invalid_request` for a read that was aborted; other
 * failures of the connection are thrown unchanged.
 */
export function operationRequests(
  req: IncomingMessage,
  { send, signal }: { send: ReturnType<typeof internalRequests>; signal: AbortSignal },
): (request: InternalRequest) => Promise<InternalResponse> {
  const own = forwarded.flatMap((name) => {
    const value = onlyHeader(req, name)
    return value === undefined ? [] : [[name, value]]
  })
  return async (request) => {
    const row = operationRow(request.operation)
    const { method } = row
    const aborting = isRead(row) ? signal : undefined
    const body = method === 'get' || request.body === undefined ? undefined : JSON.stringify(request.body)
    const reply = await send({
      method: method.toUpperCase(),
      url: urlOf(request),
      headers: {
        ...Object.fromEntries(own),
        ...addressesOf(req),
        'x-request-id': stateOf(req).requestId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body,
      remoteAddress: req.socket.remoteAddress,
      signal: aborting,
    }).catch((thrown: unknown) => {
      throw aborting?.aborted ? leftEarly(thrown) : thrown
    })
    const shouldRetry = reply.headers['x-should-retry']
    return {
      status: reply.status,
      body: typeof reply.body === 'object' && reply.body !== null ? { ...reply.body } : {},
      shouldRetry: shouldRetry === undefined ? null : shouldRetry === 'true',
    }
  }
}
