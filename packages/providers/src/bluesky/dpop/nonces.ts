const maxOrigins = 1000
const newest = new Map<string, string>()

/**
 * The latest DPoP nonce of each server, keyed by its origin and kept in memory, for the 1,000 servers that sent one
 * last. Shared by all accounts of this process, because nonces belong to servers, not to sessions. Implements the store
 * interface of the OAuth library.
 * @see https://www.rfc-editor.org/rfc/rfc9449#section-8 (read 2026-11-20)
 */
export const nonces = {
  get: (origin: string): string | undefined => newest.get(origin),
  set(origin: string, nonce: string): void {
    newest.delete(origin)
    newest.set(origin, nonce)
    const [oldest] = newest.keys()
    if (newest.size > maxOrigins && oldest !== undefined) newest.delete(oldest)
  },
  del: (origin: string): void => void newest.delete(origin),
}
