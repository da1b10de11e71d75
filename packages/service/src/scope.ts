import type { Addressing } from '@carillon/contract'
import { type AccountRow, findAccount, findProfile, type ProfileRow } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from './context.ts'
import type { Address, Grant } from './request.ts'

/** Absent and foreign look the same: these texts never vary. */
export const profileNotFound = () =>
  new ServiceError('profile_not_found', 'No profile with this id can be reached with this key.')
export const accountNotFound = () =>
  new ServiceError('account_not_found', 'No account with this id can be reached with this key, or not on this profile.')

export async function requireProfile(context: Context, grant: Grant, id: string): Promise<ProfileRow> {
  const profile = await findProfile(context.db, grant.scope, id)
  if (!profile) throw profileNotFound()
  return profile
}

export async function requireAccount(context: Context, grant: Grant, id: string): Promise<AccountRow> {
  const account = await findAccount(context.db, grant.scope, id)
  if (!account) throw accountNotFound()
  return account
}

/** The account that a request names, as it was found when the address was resolved. */
export async function addressedAccount(
  context: Context,
  { grant, address }: { grant: Grant; address: Address | null },
  id: string,
): Promise<AccountRow> {
  return address?.account ?? requireAccount(context, grant, id)
}

export interface Named {
  profileId?: string | undefined
  accountId?: string | undefined
  platform?: Platform | undefined
}

/**
 * Which profile a request acts on. An account that is on another profile than the one named, or on another platform,
 * is not found.
 */
export async function resolveAddress(
  context: Context,
  grant: Grant,
  named: Named,
  addressing: Addressing,
): Promise<Address | null> {
  if (addressing === 'none') return null
  const { profileId, accountId, platform } = named
  if (profileId === undefined && accountId === undefined) {
    if (addressing === 'optional') return null
    throw new ServiceError('profile_required', 'Name a profile: send profileId, or an accountId that belongs to one.')
  }
  // The path names a profile of its own account; elsewhere two ids that do not agree are one account not found.
  const profile =
    profileId !== undefined && (addressing === 'path' || accountId === undefined)
      ? await requireProfile(context, grant, profileId)
      : undefined
  if (accountId === undefined) return { profileId: profileId ?? '', accountId: null, ...(profile && { profile }) }
  const account = await requireAccount(context, grant, accountId)
  const elsewhere = profileId !== undefined && account.profile_id !== profileId
  if (elsewhere || (platform !== undefined && account.platform !== platform)) throw accountNotFound()
  return { profileId: account.profile_id, accountId, account }
}
