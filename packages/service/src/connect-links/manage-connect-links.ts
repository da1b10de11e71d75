import { randomBytes } from 'node:crypto'
import { type ConnectLinkRow, deleteConnectLink, insertConnectLinkUpTo, listConnectLinks } from '@carillon/database'
import { type ConnectLink, limits, platforms } from '@carillon/domain'
import { fieldError, ServiceError } from '@carillon/errors'
import { requireRedirectUrl } from '../connections/redirect-url.ts'
import { hashToken } from '../connections/session-secrets.ts'
import type { UseCase } from '../request.ts'
import { offeredPlatforms } from './offered-platforms.ts'

const defaultSeconds = 7 * 86_400

function viewLink(row: Omit<ConnectLinkRow, 'starts'>): ConnectLink {
  return {
    id: row.id,
    profileId: row.profileId,
    platforms: row.platforms,
    redirectUrl: row.redirectUrl,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}

/**
 * Lists the connect links of a profile that have not expired, newest first. A connect link is the URL of a page on
 * which a customer connects accounts to the profile.
 */
export const listLinks: UseCase<'connectLinks.list'> = async (context, { input }) => {
  const rows = await listConnectLinks(context.db, { profileId: input.params.profileId, now: context.now() })
  return { status: 200, body: { connectLinks: rows.map(viewLink) } }
}

/**
 * Creates a connect link and returns its URL. Without `platforms`, the link offers all platforms that can be offered
 * now; without `expiresIn`, it expires after a week. Only the hash of its token is stored, so the URL cannot be read
 * later.
 * @throws ServiceError `invalid_redirect_uri`, `invalid_request` for a platform that is not configured,
 *   `provider_not_configured` if no platform is configured, `connect_link_limit_reached`
 */
export const createLink: UseCase<'connectLinks.create'> = async (context, { grant, input }) => {
  const { organizationId } = grant.scope
  const { expiresIn = defaultSeconds, redirectUrl, platforms: wanted } = input.body
  const offered = offeredPlatforms(context.config)
  if (offered.length === 0) throw new ServiceError('provider_not_configured', 'No social network is configured.')
  const [missing] = (wanted ?? []).filter((platform) => !offered.includes(platform))
  if (missing !== undefined) {
    const message = `${missing} is not configured. These are: ${offered.join(', ')}`
    throw fieldError({ path: ['platforms'], message })
  }
  const token = randomBytes(32).toString('base64url')
  const now = context.now()
  const row = {
    id: context.newId(),
    organizationId,
    profileId: input.params.profileId,
    tokenHash: hashToken(token),
    platforms: platforms.filter((platform) => (wanted ?? offered).includes(platform)),
    redirectUrl: redirectUrl === undefined ? null : await requireRedirectUrl(context, { organizationId, redirectUrl }),
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresIn * 1_000),
  }
  if (!(await insertConnectLinkUpTo(context.db, row, limits.connectLinksPerProfile)))
    throw new ServiceError('connect_link_limit_reached')
  const url = `${context.config.publicUrl}/connect/${token}`
  return { status: 201, body: { ...viewLink({ ...row, lastUsedAt: null }), url } }
}

/**
 * Deletes a connect link, also an expired one; its page stops working, while sessions started from it can be completed.
 * @throws ServiceError `connect_link_not_found`
 */
export const deleteLink: UseCase<'connectLinks.delete'> = async (context, { input }) => {
  const { profileId, connectLinkId: id } = input.params
  if (!(await deleteConnectLink(context.db, { id, profileId }))) throw new ServiceError('connect_link_not_found')
  return { status: 200, body: { id, deleted: true } }
}
