import { accountsOfLink, findConnectLink, findProfile, type OpenConnectLink } from '@carillon/database'
import { cellOf, type Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { hashToken } from '../connections/session-secrets.ts'
import type { Context } from '../context.ts'
import { tooManyRejectedKeys } from '../keys/look-up.ts'
import { logoPath } from '../organization/logo.ts'
import { offeredPlatforms } from './offered-platforms.ts'

/** Who opens a page: the token of its URL, and the IP address of the browser. */
export interface LinkVisit {
  token: string
  from: string
}

const form = /^[\w-]{43}$/

/** Whether a text has the form of a link's token. */
export const looksLikeLinkToken = (text: string): boolean => form.test(text)

/**
 * The link of a token. Tokens without a link count as rejected keys of the IP address.
 * @throws ServiceError `connect_link_not_found`, the same for every reason, or `rate_limited`
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

/** A social network on the page of a link. */
export interface OfferedPlatform {
  platform: Platform
  /** Whether the customer has to enter their handle. */
  needsHandle: boolean
  accounts: { name: string; status: 'connected' | 'expired' }[]
}

/** What the page of a link shows. */
export interface LinkPage {
  organizationName: string
  profileName: string
  /** The colour of buttons, such as #1a5fb4; null for the usual one. */
  color: string | null
  /** The path of the logo; null without one. */
  logoPath: string | null
  platforms: OfferedPlatform[]
}

/**
 * Describes the page of a link. Viewing it changes nothing.
 * @throws ServiceError `connect_link_not_found` or `rate_limited`
 */
export async function describeLink(context: Context, visit: LinkVisit): Promise<LinkPage> {
  const link = await openLink(context, visit)
  const { organizationId, profileId, organizationName, color, logoHash } = link
  const offered = new Set(offeredPlatforms(context.config))
  const platforms = link.platforms.filter((platform) => offered.has(platform))
  const profile = await findProfile(context.db, { organizationId, profileId }, profileId)
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
