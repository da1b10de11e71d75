import { randomUUIDv7 } from 'node:crypto'
import { insertApiKeyUpTo, type ListedKey } from '@carillon/database'
import { type KeyBudgets, type KeyScope, limits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { hashApiKey, makeApiKey } from './api-key.ts'
import { unauthorized } from './authenticate.ts'
import type { KeyAccess } from './key-access.ts'

export interface KeyOptions {
  organizationId: string
  /** The only profile that the key can reach; null for a key of the organization. */
  profileId: string | null
  /** The profiles that it can reach, if they are several. */
  profileIds?: string[] | null
  /** What it may do; everything by default. */
  scopes?: KeyScope[]
  allowedIps?: string[] | null
  budgets?: KeyBudgets | null
  name: string | null
  expiresAt: Date | null
  /** Its access, instead of the fields above, decided by the key that creates it as it is when the key is stored. */
  accessIn?(parent: ListedKey): KeyAccess
  /** The key that creates it, with which it will be deleted; null for an operator. */
  parentId: string | null
  /** When the key is created. */
  now: Date
}

/**
 * Creates an API key and stores its hash. The key itself is returned only here.
 * @throws ServiceError `unauthorized` if the key that creates it has been deleted, or `key_limit_reached`
 */
export async function storeKey(
  context: Context,
  { organizationId, parentId, accessIn, now, ...options }: KeyOptions,
): Promise<{ row: ListedKey; apiKey: string }> {
  const apiKey = makeApiKey()
  const max = limits.keysPerOrganization
  let row: Omit<ListedKey, 'lastUsedAt' | 'lastUsedIp'> = {
    id: randomUUIDv7(),
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
