import { requireExactIntegers } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'

/** The maximum number of messages in a batch. The MCP library rejects more. */
const maxMessages = 100

/** Decodes a body as the MCP library does: without a byte order mark. */
const textOf = (body: Buffer): string => new TextDecoder().decode(body)

/**
 * Checks that a body has no integer that the MCP library would change, as it parses the messages to JavaScript
 * numbers. A body that is not JSON is left to the library.
 * @throws ServiceError `invalid_request` with the path of the integer
 */
export function requireExactMessages(body: Buffer): void {
  try {
    requireExactIntegers(textOf(body))
  } catch (error) {
    if (error instanceof ServiceError) throw error
  }
}

/**
 * Returns the number of JSON-RPC messages in a body: their number in a batch (1 to 100), or 1 for any other body, also
 * an invalid one.
 */
export function messageCount(body: Buffer): number {
  const text = textOf(body)
  if (!/^\s*\[/.test(text)) return 1
  try {
    const batch: unknown = JSON.parse(text)
    return Array.isArray(batch) ? Math.min(Math.max(batch.length, 1), maxMessages) : 1
  } catch {
    return 1
  }
}
