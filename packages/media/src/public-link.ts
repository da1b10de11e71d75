import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** The secret of a public link and the hash under which it is stored, so that reading the database reveals no link. */
export interface LinkToken {
  token: string
  hash: Buffer
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Creates an unguessable token of 256 random bits for use in a path. */
export function makeLinkToken(random: (bytes: number) => Buffer = randomBytes): LinkToken {
  const token = random(TOKEN_BYTES).toString('base64url')
  return { token, hash: sha256(token) }
}

/** The hash for looking up a token; null for text that cannot be one of our tokens. */
export function hashLinkToken(token: string): Buffer | null {
  return tokenPattern.test(token) ? sha256(token) : null
}
