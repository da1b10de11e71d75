import { hash, randomBytes } from 'node:crypto'

/** A new session token with 256 random bits. */
export const makeSessionToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text has the form of a session token. Other texts are rejected without a query. */
export const looksLikeSessionToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The hash under which a token is stored. A token with 256 random bits needs no slow hash. */
export const hashSessionToken = (token: string): Buffer => hash('sha256', token, 'buffer')
