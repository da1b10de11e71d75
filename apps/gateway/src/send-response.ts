import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Response } from 'express'
import { isLarge, jsonPieces } from './json-pieces.ts'
import type { AnyOutput } from './service.ts'

/** Sends what a use case returned. A large body is made in pieces, so that other requests have their turn in between. */
export async function sendResponse(res: Response, { status, body, json, headers = {} }: AnyOutput): Promise<void> {
  const parts = json ?? (isLarge(body) ? await rendered(body) : undefined)
  if (res.destroyed) return
  res.status(status)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (parts !== undefined) sendParts(res, parts)
  else if (body === undefined) res.end()
  else res.json(body)
}

/** A body that is JSON already: its parts are sent one after another, none of them copied. */
function sendParts(res: Response, parts: readonly Buffer[]): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader(
    'Content-Length',
    parts.reduce((sum, part) => sum + part.length, 0),
  )
  for (const part of parts) res.write(part)
  res.end()
}

/** Size in characters of a part. Making one of them takes about a millisecond. */
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
