import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Response headers that this server sets itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['cache-control', 'connection', 'content-length', 'transfer-encoding', 'x-accel-buffering'],
])

/** Converts a request whose body has been read to a web `Request`, without its `Authorization` header. */
export function webRequest(
  { method = 'POST', rawHeaders }: IncomingMessage,
  { url, body, signal }: { url: string; body: Buffer; signal: AbortSignal },
): Request {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  headers.delete('authorization')
  return new Request(url, { method, headers, body: new Uint8Array(body), signal })
}

/** Sends a web `Response`, whose body may be a stream. If the client has disconnected, the stream is cancelled. */
export async function sendWebResponse(res: ServerResponse, response: Response): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name))
  if (res.destroyed) {
    await response.body?.cancel()
    return
  }
  // Proxies would hold back the events of a stream.
  res.writeHead(response.status, [...headers, ['X-Accel-Buffering', 'no']].flat())
  if (response.body === null) {
    res.end()
    return
  }
  // A pipeline adds several listeners to those that every response has.
  res.setMaxListeners(2 * res.getMaxListeners())
  try {
    await pipeline(Readable.fromWeb(response.body), res)
  } catch (thrown) {
    if (!res.destroyed) throw thrown
  }
}
