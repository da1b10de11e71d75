import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** A secret for one public link, and the hash under which it is kept: who reads the database learns no link. */
export interface LinkToken {
  token: string
  hash: Buffer
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Makes an unguessable token of 256 random bits, fit for a path. */
export function makeLinkToken(random: (bytes: number) => Buffer = randomBytes): LinkToken {
  const token = random(TOKEN_BYTES).toString('base64url')
  return { token, hash: sha256(token) }
}

/** The hash to look a token up by; null for what no token of ours can be. */
export function hashLinkToken(token: string): Buffer | null {
  return tokenPattern.test(token) ? sha256(token) : null
}
