import type { Request } from 'express'

/**
 * Reads a request body. `complete` is false if the connection ended before the body did; `bytes` then contains what
 * arrived. If the body is longer than `limit` bytes, `tooLong` is true and the rest is discarded.
 */
export async function readBody(
  request: Request,
  limit: number,
): Promise<{ bytes: Buffer; complete: boolean; tooLong: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
    }
  } catch {
    return { bytes: Buffer.concat(chunks), complete: false, tooLong: length > limit }
  }
  return { bytes: Buffer.concat(chunks), complete: request.complete, tooLong: length > limit }
}
