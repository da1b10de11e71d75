import { createHash, randomBytes } from 'node:crypto'

/** A PKCE code verifier and its challenge. */
interface Pkce {
  verifier: string
  challenge: string
}

/**
 * Generates a random PKCE verifier of 256 bits, and its S256 challenge.
 * @see https://www.rfc-editor.org/rfc/rfc7636 (read 2026-11-20)
 */
export function makePkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
