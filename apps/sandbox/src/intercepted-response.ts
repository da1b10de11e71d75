import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { writtenBytes } from './written-bytes.ts'

/** A response whose handler has finished, and of which nothing has been sent yet. */
export interface InterceptedResponse {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

/**
 * Intercepts a response, so that its handler runs completely and nothing is sent. Resolves when the handler has ended
 * the response; the response is then as if unused (status 200, no headers).
 */
export function interceptResponse(response: ServerResponse): Promise<InterceptedResponse> {
  const chunks: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<InterceptedResponse>()
  const keep = (...args: unknown[]) => {
    const bytes = writtenBytes(args[0], args[1])
    if (bytes !== undefined) chunks.push(bytes)
    const done = args.find((arg) => typeof arg === 'function')
    if (done !== undefined) queueMicrotask(() => done())
  }
  const head = (status: number, ...rest: (string | OutgoingHttpHeaders | OutgoingHttpHeader[])[]) => {
    response.statusCode = status
    const headers = rest.find((arg) => typeof arg === 'object')
    for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) response.setHeader(name, value)
    return response
  }
  const end = (...args: unknown[]) => {
    keep(...args)
    const intercepted = { status: response.statusCode, headers: response.getHeaders(), body: Buffer.concat(chunks) }
    for (const name of Object.keys(replaced)) Reflect.deleteProperty(response, name)
    Object.assign(response, before)
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    response.statusCode = 200
    resolve(intercepted)
    return response
  }
  const write = (...args: unknown[]) => {
    keep(...args)
    return true
  }
  const replaced = { writeHead: head, write, end, flushHeaders: () => undefined }
  // Ways out that are the response's own, such as those of the journal, come back afterwards.
  const before = Object.fromEntries(Object.entries(response).filter(([name]) => name in replaced))
  Object.assign(response, replaced)
  return promise
}
