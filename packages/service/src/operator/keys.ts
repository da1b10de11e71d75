import { findProfile, readKey, listKeys as readKeys, deleteKey as removeKey } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { isId } from '../is-id.ts'
import { viewKeys } from '../keys/key-view.ts'
import { storeKey } from '../keys/store-key.ts'
import { requireOrganization } from './organizations.ts'

const units: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 }

/**
 * Parses a duration such as `30d`, `12h` or `45m` into seconds.
 * @throws ServiceError `invalid_request` for any other text, and for 0
 */
function parseSpan(text: string): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const seconds = Number(count) * (units[unit ?? ''] ?? 0)
  if (seconds > 0) return seconds
  throw new ServiceError('invalid_request', `"${text}" is not a duration; pass one such as 30d, 12h or 45m.`)
}

interface NewKey {
  organizationId: string
  profileId?: string | undefined
  name?: string | undefined
  /** The time until the key expires, such as `30d`, `12h` or `45m`. */
  expiresIn?: string | undefined
}

/**
 * Creates an API key with all scopes for an organization or one of its profiles. It does not expire unless `expiresIn`
 * is given. The key itself is only returned here.
 * @throws ServiceError `invalid_request` for an unknown organization or an `expiresIn` that is not like `30d`,
 *   `profile_not_found`, `key_limit_reached`
 */
export async function createKey(context: Context, input: NewKey): Promise<{ keyId: string; apiKey: string }> {
  const { organizationId, profileId } = input
  await requireOrganization(context, organizationId)
  const scope = { organizationId, profileId: null }
  if (profileId !== undefined && !(isId(profileId) && (await findProfile(context.db, { scope, id: profileId })))) {
    throw new ServiceError('profile_not_found', `The organization has no profile ${profileId}.`)
  }
  const now = context.now()
  const seconds = input.expiresIn === undefined ? null : parseSpan(input.expiresIn)
  const expires = seconds === null ? null : new Date(now.getTime() + seconds * 1000)
  const options = { organizationId, profileId: profileId ?? null, name: input.name ?? null, expiresAt: expires }
  const { row, apiKey } = await storeKey(context, { ...options, parentId: null, now })
  return { keyId: row.id, apiKey }
}

/**
 * Deletes an API key of any organization and all keys that it created, directly or not. `deletedKeyIds` lists all of
 * them, oldest first, including the key itself.
 * @throws ServiceError `invalid_request` if the key does not exist
 */
export async function deleteKey(
  context: Context,
  { keyId }: { keyId: string },
): Promise<{ keyId: string; deleted: true; deletedKeyIds: string[] }> {
  const deletedKeyIds = isId(keyId) ? await removeKey(context.db, keyId) : []
  if (deletedKeyIds.length > 0) return { keyId, deleted: true, deletedKeyIds }
  throw new ServiceError('invalid_request', `There is no key ${keyId}.`)
}

/** Returns the id of the organization of an API key; null if the key does not exist. */
export async function organizationOfKey(context: Context, keyId: string): Promise<string | null> {
  const key = isId(keyId) ? await readKey(context.db, keyId) : undefined
  return key?.organizationId ?? null
}

/**
 * Lists the API keys of an organization, oldest first, including expired ones, each with its last four characters only.
 * @throws ServiceError `invalid_request` if the organization does not exist
 */
export async function listKeys(context: Context, { organizationId }: { organizationId: string }) {
  await requireOrganization(context, organizationId)
  const rows = await readKeys(context.db, organizationId)
  return { keys: await viewKeys(context, rows) }
}
