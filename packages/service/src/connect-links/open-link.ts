import { accountsOfLink, findConnectLink, findProfile, type OpenConnectLink } from '@carillon/database'
import { cellOf, type Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { hashToken } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { tooManyRejectedKeys } from '../keys/look-up.ts'
import { logoPath } from '../organization/logo.ts'
import { offeredPlatforms } from './offered-platforms.ts'

/** A visit to the page of a connect link: the token in its URL, and the IP address of the browser. */
export interface LinkVisit {
  token: string
  from: string
}

const form = /^[\w-]{43}$/

/** Returns whether a string has the form of a connect link's token. Does not check that the link exists. */
export const looksLikeLinkToken = (text: string): boolean => form.test(text)

/**
 * Reads the connect link of a token from the database. A token without a link counts towards the limit of invalid API
 * keys from the visitor's IP address.
 * @throws ServiceError `connect_link_not_found` with the same message for every reason, or `rate_limited` after too
 *   many invalid tokens
 */
export async function openLink(context: Context, { token, from }: LinkVisit): Promise<OpenConnectLink> {
  const link = looksLikeLinkToken(token)
    ? await findConnectLink(context.db, hashToken(token), context.now())
    : undefined
  if (link) return link
  if (!context.rejectedKeys.take(from)) throw tooManyRejectedKeys(context)
  throw new ServiceError(
    'connect_link_not_found',
    'This link is not valid. It may have expired, or it may have been withdrawn. Ask for a new one.',
  )
}

/** A platform on the page of a connect link, with the accounts that are already connected. */
export interface OfferedPlatform {
  platform: Platform
  /** Whether the customer has to enter a handle before the login. */
  needsHandle: boolean
  /** The accounts of the profile, oldest first; at most 200 on all platforms of the page together. */
  accounts: { name: string; status: 'connected' | 'expired' }[]
}

/** The content of the page of a connect link. */
export interface LinkPage {
  organizationName: string
  profileName: string
  /** The colour of buttons, such as `#1a5fb4`; null for the default colour. */
  color: string | null
  /** The path of the organization's logo; null without a logo. */
  logoPath: string | null
  platforms: OfferedPlatform[]
}

/**
 * Reads the content of the page of a connect link, without platforms that are no longer configured. Changes nothing.
 * @throws ServiceError `connect_link_not_found` or `rate_limited`
 */
export async function describeLink(context: Context, visit: LinkVisit): Promise<LinkPage> {
  const link = await openLink(context, visit)
  const { organizationId, profileId, organizationName, color, logoHash } = link
  const offered = new Set(offeredPlatforms(context.config))
  const platforms = link.platforms.filter((platform) => offered.has(platform))
  const profile = await findProfile(context.db, { scope: { organizationId, profileId }, id: profileId })
  const accounts = platforms.length === 0 ? [] : await accountsOfLink(context.db, { profileId, platforms })
  return {
    organizationName,
    profileName: profile?.name ?? '',
    color,
    logoPath: logoPath(logoHash),
    platforms: platforms.map((platform) => ({
      platform,
      needsHandle: Object.hasOwn(Object(cellOf('connect', platform)), 'handle'),
      accounts: accounts
        .filter((account) => account.platform === platform)
        .map(({ displayName, displayIdentifier, status }) => ({
          name: displayName ?? displayIdentifier ?? 'Account',
          status,
        })),
    })),
  }
}
