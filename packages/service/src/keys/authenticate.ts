import { timingSafeEqual } from 'node:crypto'
import type { KeyGrant } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant } from '../request.ts'
import { hashApiKey, looksLikeApiKey } from './api-key.ts'

/** The one rejection of a key, whatever is wrong with it. */
export function unauthorized(): ServiceError {
  return new ServiceError('unauthorized', 'Send "Authorization: Bearer <API key>" with a key that is valid.')
}

function tooMany({ config, wrongKeys }: Context): ServiceError {
  const most = config.gateway.wrongKeysPerMinute
  return new ServiceError(
    'rate_limited',
    `More than ${most} requests with a key that is not valid came from this address within a minute.`,
    { retryAfter: wrongKeys.resetSeconds() },
  )
}

function hashOf(header: string | undefined): Buffer | null {
  const key = /^Bearer ([\w-]{1,200})$/.exec(header ?? '')?.[1]
  return key && looksLikeApiKey(key) ? hashApiKey(key) : null
}

function grantOf(context: Context, found: KeyGrant | undefined, hash: Buffer): Grant | null {
  if (!found || !timingSafeEqual(found.hash, hash)) return null
  if (found.expires_at && found.expires_at <= context.now()) return null
  return { keyId: found.id, scope: { organizationId: found.organization_id, profileId: found.profile_id } }
}

/**
 * Looks a key up that is not remembered. An address that has sent too many wrong ones shares its queries with all others
 * like it: a right key is found there too, only later, and wrong ones cost the database nothing more.
 */
async function lookUp(context: Context, hash: Buffer, from: string): Promise<Grant> {
  const { keyring, wrongKeys } = context
  const allowed = wrongKeys.take(from)
  let isWrong = false
  try {
    const found = allowed ? await keyring.find(hash) : await keyring.findTogether(hash)
    const grant = grantOf(context, found, hash)
    isWrong = grant === null
    if (grant) return grant
  } finally {
    if (!isWrong) wrongKeys.giveBack(from)
  }
  throw allowed ? unauthorized() : tooMany(context)
}

/**
 * Whose key a request carries. The same rejection for a missing, malformed, unknown, deleted or expired one, up to a
 * number of them a minute from the same address `from`; a remembered key never counts.
 */
export async function authenticate(context: Context, header: string | undefined, from = ''): Promise<Grant> {
  const hash = hashOf(header)
  if (!hash) throw context.wrongKeys.take(from) ? unauthorized() : tooMany(context)
  const remembered = context.keyring.remembered(hash)
  const grant = remembered && grantOf(context, remembered, hash)
  return grant ?? lookUp(context, hash, from)
}
