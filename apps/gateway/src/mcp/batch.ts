/** The maximum number of messages in a batch. The MCP library rejects more. */
const maxMessages = 100

/**
 * Returns the number of JSON-RPC messages in a body: their number in a batch (1 to 100), or 1 for any other body, also
 * an invalid one.
 */
export function messageCount(body: Buffer): number {
  // As the library decodes it: without a byte order mark.
  const text = new TextDecoder().decode(body)
  if (!/^\s*\[/.test(text)) return 1
  try {
    const batch: unknown = JSON.parse(text)
    return Array.isArray(batch) ? Math.min(Math.max(batch.length, 1), maxMessages) : 1
  } catch {
    return 1
  }
}
