import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PDS } from '@atproto/pds'
import { objectOf } from '../json.ts'

/**
 * Makes tokens expire by the sandbox's clock, which tests can move although the reference server's own clock cannot be
 * moved.
 */
export interface TokenClock {
  /**
   * If the access token of a call has expired by the sandbox's clock, responds with status 401 and returns true.
   * Otherwise returns false and does nothing.
   */
  rejects(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /**
   * Ends the sessions that began over 14 days ago by the sandbox's clock; for clients with a proven identity, over 730
   * days ago or unused for 91 days.
   */
  endOldSessions(): Promise<void>
}

const DAY_MS = 86_400_000
/**
 * The time in ms after which a session ends if it is unused, and in any case, for public clients and for clients with a
 * proven identity.
 */
const LIFETIMES_MS = {
  none: { unused: 14 * DAY_MS, whole: 14 * DAY_MS },
  proven: { unused: 91 * DAY_MS, whole: 730 * DAY_MS },
}
const EXPIRED = JSON.stringify({ error: 'invalid_token', message: '"exp" claim timestamp check failed' })

function isTokenId(id: string): id is `tok-${string}` {
  return id.startsWith('tok-')
}

function readClaims(authorization: string | undefined): { jti: string; exp: number } | undefined {
  const [, body] = /^DPoP [\w-]+\.([\w-]+)\.[\w-]+$/.exec(authorization ?? '') ?? []
  try {
    const { jti, exp } = objectOf(
      body === undefined ? undefined : JSON.parse(Buffer.from(body, 'base64url').toString()),
    )
    return typeof jti === 'string' && typeof exp === 'number' ? { jti, exp } : undefined
  } catch {
    return undefined
  }
}

/**
 * Creates the check of the access tokens and sessions of a data server.
 * @param movedSince returns by how many ms the sandbox's clock was moved since a time of the machine's clock
 */
export function createTokenClock(pds: PDS, movedSince: (machineMs: number) => number): TokenClock {
  const { db } = pds.ctx.accountManager.db
  return {
    async rejects(request, response) {
      const claims = movedSince(0) === 0 ? undefined : readClaims(request.headers.authorization)
      if (claims === undefined) return false
      const { jti, exp } = claims
      if (!isTokenId(jti)) return false
      const row = await db.selectFrom('token').where('tokenId', '=', jti).select('updatedAt').executeTakeFirst()
      if (row === undefined || Date.now() + movedSince(Date.parse(row.updatedAt)) < exp * 1_000) return false
      request.resume()
      response.writeHead(401, {
        'content-type': 'application/json; charset=utf-8',
        'www-authenticate': 'DPoP algs="ES256 ES256K", error="invalid_token"',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'DPoP-Nonce, WWW-Authenticate',
      })
      response.end(EXPIRED)
      return true
    },
    async endOldSessions() {
      if (movedSince(0) === 0) return
      const age = (since: string) => Date.now() - Date.parse(since) + movedSince(Date.parse(since))
      for (const { id, createdAt, updatedAt, clientAuth } of await db
        .selectFrom('token')
        .select(['id', 'createdAt', 'updatedAt', 'clientAuth'])
        .execute()) {
        const { unused, whole } = LIFETIMES_MS[JSON.stringify(clientAuth).includes('none') ? 'none' : 'proven']
        if (age(updatedAt) > unused || age(createdAt) > whole)
          await db.deleteFrom('token').where('id', '=', id).execute()
      }
    },
  }
}
