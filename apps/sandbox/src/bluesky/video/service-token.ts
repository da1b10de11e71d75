import { verifySignature } from '@atproto/crypto'

/**
 * The claims of a service token.
 * @see https://atproto.com/specs/xrpc#inter-service-authentication-jwt (read 2026-11-20)
 */
interface Claims {
  iss: string
  aud: string
  lxm?: string
  /** Seconds since the epoch. */
  exp: number
}

export interface TokenCheck {
  /** The bearer token of a call to a service, which the data server of the user has issued. */
  token: string
  audiences: string[]
  method: string
  /** The current time in ms since the epoch. */
  now: number
  /** Returns the public key of an account as a did:key. */
  keyOf(did: string): Promise<string>
}

/** Reads the claims of a token without verifying it. Throws if it is malformed. */
function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** Returns the service that a token claims to be for, without verifying it; undefined if it is malformed. */
export function audienceOf(token: string): string | undefined {
  try {
    return claimsOf(token).aud
  } catch {
    return undefined
  }
}

/**
 * Returns the DID of the user who issued a service token; undefined if it is malformed, expired, not signed with that
 * user's key, or issued for another method or service.
 */
export async function readServiceToken(check: TokenCheck): Promise<string | undefined> {
  const { token, audiences, method, now, keyOf } = check
  const [head = '', body = '', signature = ''] = token.split('.')
  try {
    const claims = claimsOf(token)
    const current = claims.exp * 1_000 > now
    if (!current || !audiences.includes(claims.aud) || claims.lxm !== method) return undefined
    const signed = await verifySignature(
      await keyOf(claims.iss),
      Buffer.from(`${head}.${body}`),
      Buffer.from(signature, 'base64url'),
    )
    return signed ? claims.iss : undefined
  } catch {
    return undefined
  }
}
