const maxOrigins = 1000
const newest = new Map<string, string>()

/**
 * The newest DPoP nonce of each server, for all accounts of this process: nonces belong to a server, not to a session.
 * In the form of a store, as the OAuth library takes one.
 *
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
