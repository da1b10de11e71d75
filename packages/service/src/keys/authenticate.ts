import { timingSafeEqual } from 'node:crypto'
import type { KeyGrant } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { hashApiKey, looksLikeApiKey } from './api-key.ts'
import { grantOfKey, isAllowedFrom } from './grant-of-key.ts'
import { lookUp, tooManyRejectedKeys, withRejectedGrant } from './look-up.ts'

/**
 * Builds the error `unauthorized`, with the same message for every invalid API key, so that it does not show why the
 * key is invalid.
 */
export function unauthorized(): ServiceError {
  return new ServiceError('unauthorized', 'Send "Authorization: Bearer <API key>" with a valid key.')
}

/**
 * Returns the hash of the API key in an `Authorization` header; null if the header cannot contain one. The scheme is
 * case-insensitive.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.1 (read 2026-11-23)
 */
function hashOf(header: string | undefined): Buffer | null {
  const key = /^Bearer ([\w-]{1,200})$/i.exec(header ?? '')?.[1]
  return key && looksLikeApiKey(key) ? hashApiKey(key) : null
}

/** Whether a key can be used now and from an IP address. */
const isValid = ({ now }: Context, { expiresAt, allowedIps }: KeyGrant, from: string): boolean =>
  (expiresAt === null || expiresAt > now()) && isAllowedFrom(allowedIps, from)

function grantOf(
  context: Context,
  found: KeyGrant | undefined,
  { hash, from }: { hash: Buffer; from: string },
): Grant | null {
  if (!found || !timingSafeEqual(found.hash, hash)) return null
  if (!isValid(context, found, from)) return null
  context.keyring.noteUse(found.id, from)
  return grantOfKey(found)
}

/**
 * Reads the access of the API key in a request's `Authorization` header, from a cache or the database, and records its
 * use.
 * @param from the client's IP address; `''` for all clients without one. Each IP address may send a limited number of
 *   invalid keys per minute; beyond it, valid keys are still accepted
 * @throws ServiceError `unauthorized` with the same message for every reason, or `rate_limited` after too many invalid
 *   keys
 */
export async function authenticate(context: Context, header: string | undefined, from = ''): Promise<Grant> {
  const hash = hashOf(header)
  if (!hash) throw context.rejectedKeys.take(from) ? unauthorized() : tooManyRejectedKeys(context)
  const { keyring } = context
  const grant = grantOf(context, keyring.remembered(hash), { hash, from })
  if (grant) return grant
  const secret = { hash, from, register: keyring }
  let rejected: Grant | null = null
  return lookUp(context, secret, {
    grantOf(found) {
      const valid = grantOf(context, found, { hash, from })
      if (found && valid === null && timingSafeEqual(found.hash, hash)) rejected = grantOfKey(found)
      return valid
    },
    rejection: () => withRejectedGrant(unauthorized(), rejected),
  })
}
