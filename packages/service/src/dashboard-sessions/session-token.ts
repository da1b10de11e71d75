import { hash, randomBytes } from 'node:crypto'

/** A new token: 256 random bits. */
export const makeSessionToken = (): string => randomBytes(32).toString('base64url')

/** Whether text can be a token at all; spares the database what cannot. */
export const looksLikeSessionToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The hash under which a token is stored. A token with 256 random bits needs no slow hash. */
export const hashSessionToken = (token: string): Buffer => hash('sha256', token, 'buffer')
