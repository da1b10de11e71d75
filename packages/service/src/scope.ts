import type { ProfileResolution } from '@carillon/contract'
import {
  type AccountRow,
  type AccountWithCredential,
  findAccount,
  findProfile,
  type ProfileRow,
} from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from './context.ts'
import type { Grant, Target } from './request.ts'

/**
 * Returns the error for a profile that does not exist or that the API key has no access to, such as one of another
 * organization. The message is the same for all of them, so that clients cannot find out which ids exist.
 */
export const profileNotFound = () =>
  new ServiceError('profile_not_found', 'No profile with this id exists, or the API key has no access to it.')
/**
 * Returns the error for an account that does not exist, belongs to another organization or profile, or is on another
 * platform. The message is the same for all of them, so that clients cannot find out which ids exist.
 */
export const accountNotFound = () =>
  new ServiceError(
    'account_not_found',
    'No account with this id exists, the API key has no access to it, or the request names another profile or platform.',
  )

/** Returns the error for a request that names only a profile, if this profile has no account of the platform. */
export const noAccountOf = (platform: Platform) =>
  new ServiceError('account_not_found', `The profile has no ${platform} account. Connect one first.`)

/**
 * Reads a profile from the database.
 * @throws ServiceError `profile_not_found` if it does not exist or the API key has no access to it
 */
export async function requireProfile(context: Context, grant: Grant, id: string): Promise<ProfileRow> {
  const profile = await findProfile(context.db, { scope: grant.scope, id })
  if (!profile) throw profileNotFound()
  return profile
}

async function requireReachable(context: Context, grant: Grant, id: string): Promise<AccountWithCredential> {
  const reachable = await findAccount(context.db, { scope: grant.scope, id })
  if (!reachable) throw accountNotFound()
  return reachable
}

/**
 * Reads an account from the database.
 * @throws ServiceError `account_not_found` if it does not exist or the API key has no access to it
 */
export async function requireAccount(context: Context, grant: Grant, id: string): Promise<AccountRow> {
  const { account } = await requireReachable(context, grant, id)
  return account
}

/** The profile, account and platform that a request names; absent fields are not named. */
export interface Named {
  profileId?: string | undefined
  accountId?: string | undefined
  platform?: Platform | undefined
}

async function targetOfProfile(context: Context, grant: Grant, profileId: string): Promise<Target> {
  return { profileId, profile: await requireProfile(context, grant, profileId), account: null }
}

/**
 * Finds the profile that a request is about and, if the request has an `accountId`, its account. With an `accountId`,
 * the row of the profile is read only if the profile is in the path; otherwise `profile` of the result is null.
 * @param resolution whether the operation has a profile, and whether it is in the path, required or optional
 * @returns null if the request applies to the whole organization
 * @throws ServiceError `profile_required` if the operation requires a profile and the request names neither profile nor
 *   account; `profile_not_found`; `account_not_found`, also for an account of another profile, organization or
 *   platform, and for an unknown profile that is named together with an account and is not in the path
 */
export async function resolveTarget(
  context: Context,
  grant: Grant,
  named: Named,
  resolution: ProfileResolution,
): Promise<Target | null> {
  if (resolution === 'none') return null
  const { profileId, accountId, platform } = named
  if (accountId === undefined) {
    if (profileId !== undefined) return targetOfProfile(context, grant, profileId)
    if (resolution === 'optional') return null
    throw new ServiceError(
      'profile_required',
      'The request has no profile. Send profileId, or the accountId of an account.',
    )
  }
  // A profile in the path that does not exist is reported as such. Elsewhere, two ids that do not belong together are
  // reported as an unknown account.
  const { profile } =
    profileId !== undefined && resolution === 'path'
      ? await targetOfProfile(context, grant, profileId)
      : { profile: null }
  const { account, credential } = await requireReachable(context, grant, accountId)
  const elsewhere = profileId !== undefined && account.profileId !== profileId
  if (elsewhere || (platform !== undefined && account.platform !== platform)) throw accountNotFound()
  return { profileId: account.profileId, profile, account, credential }
}
