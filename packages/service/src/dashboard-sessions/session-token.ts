import { hash, randomBytes } from 'node:crypto'

/** Returns a new random session token with 256 bits. */
export const makeSessionToken = (): string => randomBytes(32).toString('base64url')

/** Returns whether a string has the form of a session token. Other strings can be rejected without a query. */
export const looksLikeSessionToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Returns the SHA-256 under which a session token is stored. A token with 256 random bits needs no slow hash. */
export const hashSessionToken = (token: string): Buffer => hash('sha256', token, 'buffer')
