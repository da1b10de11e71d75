import { hash, randomBytes } from 'node:crypto'

const prefix = 'carillon_'
const secretLength = 43
const checkLength = 6

function checksum(secret: string): string {
  return hash('sha256', `${prefix}${secret}`, 'base64url').slice(0, checkLength)
}

/**
 * Returns a new API key: `carillon_`, 256 random bits in base64url (43 characters), and a checksum of 6 characters by
 * which secret scanners and Carillon recognize mistyped keys. Stores nothing.
 */
export function makeApiKey(): string {
  const secret = randomBytes(32).toString('base64url')
  return `${prefix}${secret}${checksum(secret)}`
}

/**
 * Returns whether a string has the form of an API key, with a valid checksum. Other strings can be rejected without a
 * query.
 */
export function looksLikeApiKey(text: string): boolean {
  if (text.length !== prefix.length + secretLength + checkLength || !text.startsWith(prefix)) return false
  const secret = text.slice(prefix.length, -checkLength)
  return checksum(secret) === text.slice(-checkLength)
}

/** Returns the SHA-256 under which an API key is stored. A key with 256 random bits needs no slow hash. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}
