import { createHash, randomUUID } from 'node:crypto'
import { JoseKey } from '@atproto/oauth-client-node'
import type { Session } from '../session.ts'

interface ProofOptions {
  session: Session
  method: string
  url: URL
  nonce: string | undefined
  now: Date
}

/**
 * Creates the DPoP proof (a signed JWT) for one request with the session's access token. `nonce` is the latest one that
 * the server sent, undefined if none is known; `now` is the time of issue.
 * @see https://www.rfc-editor.org/rfc/rfc9449#section-4.2 (read 2026-11-20)
 */
export async function makeProof({ session, method, url, nonce, now }: ProofOptions): Promise<string> {
  const key = await JoseKey.fromJWK(session.key)
  const { bareJwk: jwk } = key
  if (!jwk) throw new TypeError('a session key is asymmetric')
  return key.createJwt(
    { typ: 'dpop+jwt', alg: 'ES256', jwk },
    {
      jti: randomUUID(),
      htm: method,
      htu: `${url.origin}${url.pathname}`,
      iat: Math.floor(now.getTime() / 1000),
      ath: createHash('sha256').update(session.accessToken).digest('base64url'),
      ...(nonce !== undefined && { nonce }),
    },
  )
}
