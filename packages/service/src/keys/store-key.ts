import { insertApiKeyUpTo, type ListedKey } from '@carillon/database'
import { type KeyBudgets, type KeyScope, limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { hashApiKey, makeApiKey } from './api-key.ts'
import { unauthorized } from './authenticate.ts'
import type { KeyAccess } from './key-access.ts'

interface KeyOptions {
  organizationId: string
  /** The only profile that the key has access to; null for all profiles, or if `profileIds` is set. */
  profileId: string | null
  /** The profiles that the key has access to, if there are several. */
  profileIds?: string[] | null
  /** The scopes of the key; all by default. */
  scopes?: KeyScope[]
  /** The IP addresses or networks (CIDR) from which the key can be used; null or absent for all. */
  allowedIps?: string[] | null
  /** The budgets of the key; null or absent for none. */
  budgets?: KeyBudgets | null
  name: string | null
  /** The time at which the key expires; null for never. */
  expiresAt: Date | null
  /**
   * Returns the access of the key, which replaces `scopes`, `allowedIps`, `budgets` and `expiresAt`, from the parent
   * key as read in the transaction that stores the new key.
   */
  accessIn?(parent: ListedKey): KeyAccess
  /** The id of the key that creates this one, and with which it is deleted; null if the operator creates it. */
  parentId: string | null
  /** The time of creation. */
  now: Date
}

/**
 * Creates an API key and stores its hash. The key itself is only returned here.
 * @throws ServiceError `unauthorized` if the parent key was deleted, `key_limit_reached` if the organization has too
 *   many keys; errors of `accessIn`, the caller's function that computes the access from that of the parent
 */
export async function storeKey(
  context: Context,
  { organizationId, parentId, accessIn, now, ...options }: KeyOptions,
): Promise<{ row: ListedKey; apiKey: string }> {
  const apiKey = makeApiKey()
  const max = limits.keysPerOrganization
  let row: Omit<ListedKey, 'lastUsedAt' | 'lastUsedIp'> = {
    id: context.newId(),
    organizationId,
    profileId: options.profileId,
    profileIds: options.profileIds ?? null,
    scopes: options.scopes ?? ['*'],
    allowedIps: options.allowedIps ?? null,
    budgets: options.budgets ?? null,
    name: options.name,
    last4: apiKey.slice(-4),
    createdAt: now,
    expiresAt: options.expiresAt,
    parentId,
  }
  const count = await insertApiKeyUpTo(context.db, { organizationId, parentId, max }, (parent) => {
    if (parent !== null && accessIn !== undefined) row = { ...row, ...accessIn(parent) }
    return { ...row, hash: hashApiKey(apiKey) }
  })
  if (count === undefined) throw unauthorized()
  if (count >= max) {
    const message = `The organization has ${count} API keys; at most ${max} are allowed. Delete keys that are no longer used.`
    throw new ServiceError('key_limit_reached', message)
  }
  return { row: { ...row, lastUsedAt: null, lastUsedIp: null }, apiKey }
}
