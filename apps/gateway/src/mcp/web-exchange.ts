import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counting } from '../send-response.ts'

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

/**
 * Sends a web `Response`, whose body may be a stream. If the client has disconnected, the stream is cancelled. The
 * stream does not wait for the client: `unread` counts the bytes in memory for `owner`.
 */
export async function sendWebResponse(
  res: ServerResponse,
  response: Response,
  { unread, owner }: Counting,
): Promise<void> {
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
  const reader = response.body.getReader()
  const waiting = new Set<() => void>()
  res.once('close', () => {
    for (const release of waiting) release()
    reader.cancel().catch(() => {})
  })
  for (;;) {
    const { done, value } = await reader.read()
    if (done || res.destroyed) break
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    const release = unread.add(res, owner, [bytes])
    waiting.add(release)
    // The connection may just have been closed, as too much waits to be read.
    if (res.destroyed) break
    res.write(bytes, () => {
      waiting.delete(release)
      release()
    })
  }
  res.end()
}
