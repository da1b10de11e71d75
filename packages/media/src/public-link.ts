import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/**
 * The secret token in a public media URL, and its hash. Only the hash is stored, so that reading the database reveals
 * no URL.
 */
interface LinkToken {
  token: string
  hash: Buffer
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Generates an unguessable token of 256 random bits (43 characters of base64url) for use in a URL path, and its SHA-256
 * hash, which alone is stored. `random(bytes)` returns that many random bytes; tests can replace it.
 */
export function makeLinkToken(random: (bytes: number) => Buffer = randomBytes): LinkToken {
  const token = random(TOKEN_BYTES).toString('base64url')
  return { token, hash: sha256(token) }
}

/** Returns the hash (SHA-256) by which a token is found in the database; null for a string that cannot be a token. */
export function hashLinkToken(token: string): Buffer | null {
  return tokenPattern.test(token) ? sha256(token) : null
}
