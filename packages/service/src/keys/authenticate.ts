import { timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { hashApiKey, looksLikeApiKey } from './api-key.ts'

/** The one refusal of a key, whatever is wrong with it. */
export function unauthorized(): ServiceError {
  return new ServiceError('unauthorized', 'Send "Authorization: Bearer <API key>" with a key that is valid.')
}

/** Whose key a request carries. The same refusal for a missing, malformed, unknown, deleted or expired one. */
export async function authenticate(context: Context, header: string | undefined): Promise<Grant> {
  const key = /^Bearer ([\w-]{1,200})$/.exec(header ?? '')?.[1]
  if (!key || !looksLikeApiKey(key)) throw unauthorized()
  const hash = hashApiKey(key)
  const found = await context.keyring.find(hash)
  if (!found || !timingSafeEqual(found.hash, hash)) throw unauthorized()
  if (found.expires_at && found.expires_at <= context.now()) throw unauthorized()
  return { keyId: found.id, scope: { organizationId: found.organization_id, profileId: found.profile_id } }
}
