import { hash, randomBytes } from 'node:crypto'

/** A new token: 256 random bits. */
export const makeSessionToken = (): string => randomBytes(32).toString('base64url')

/** Whether text can be a token at all; spares the database what cannot. */
export const looksLikeSessionToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** What is stored of a token. It has 256 bits of its own, so a plain hash keeps it. */
export const hashSessionToken = (token: string): Buffer => hash('sha256', token, 'buffer')
