import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UnreadResponses } from './connection/unread-responses.ts'
import { isLarge, jsonPieces } from './json-pieces.ts'
import { headersOfJson, sendJson } from './response-headers.ts'
import type { AnyOutput } from './service.ts'

/** The number of bytes up to which a body is not counted while it waits to be read. */
const smallBytes = 64 * 1024

/** The counter of large responses that are not read yet, and the owner of a response. */
export interface Counting {
  unread: UnreadResponses
  owner: string
}

/**
 * Sends the response of a use case, with `json` (ready JSON), `text` or `body` (a value, sent as JSON) as its body; it
 * has no body if all are absent. A large `body` is serialized in pieces, so that other requests are not blocked. Does
 * nothing if the client has disconnected.
 */
export async function sendResponse(
  res: ServerResponse,
  { status, body, json, text, headers: named = {} }: AnyOutput,
  counting: Counting,
): Promise<void> {
  const parts = json ?? (isLarge(body) ? await rendered(body) : undefined)
  if (res.destroyed) return
  const headers = Object.entries(named).flat()
  const send = (whole: readonly Buffer[]) => {
    sendParts(res, { status, parts: whole, headers })
    res.once('close', counting.unread.add(res, counting.owner, whole))
  }
  if (parts !== undefined) return send(parts)
  if (text !== undefined) return sendText(res, { status, text, headers })
  if (body !== undefined) {
    const rendered = JSON.stringify(body)
    return rendered.length > smallBytes
      ? send([Buffer.from(rendered)])
      : sendJson(res, { status, text: rendered, headers })
  }
  res.writeHead(status, bodiless.has(status) ? headers : [...headers, 'Content-Length', '0'])
  res.end()
}

/** Sends plain text; the headers contain its content type. */
function sendText(
  res: ServerResponse,
  { status, text, headers }: { status: number; text: string; headers: readonly string[] },
): void {
  res.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(text))])
  res.end(text)
}

/** Statuses whose responses have neither a body nor a `Content-Length`. */
const bodiless: ReadonlySet<number> = new Set([204, 304])

/** Sends a body of ready JSON in its chunks, without copying them. */
function sendParts(
  res: ServerResponse,
  { status, parts, headers }: { status: number; parts: readonly Buffer[]; headers: readonly string[] },
): void {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  res.writeHead(status, [...headers, ...headersOfJson(bytes)])
  for (const part of parts) res.write(part)
  res.end()
}

/** The minimum size in characters of the chunks of a large body. Rendering a chunk takes about a millisecond. */
const partSize = 128 * 1024

async function rendered(body: unknown): Promise<Buffer[]> {
  const parts: Buffer[] = []
  let pieces: string[] = []
  let size = 0
  for (const piece of jsonPieces(body)) {
    pieces.push(piece)
    size += piece.length
    if (size < partSize) continue
    parts.push(Buffer.from(pieces.join('')))
    pieces = []
    size = 0
    await nextTurn()
  }
  parts.push(Buffer.from(pieces.join('')))
  return parts
}
