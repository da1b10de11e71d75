import type { CallContext, JsonObject } from '../call-context.ts'
import { optionalText, storedText } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { objectOf } from '../json.ts'
import type { PublishCall } from '../ports/publish.ts'

/** The Page of a connection and its access token. */
export interface PageAccess {
  pageId: string
  pageToken: string
}

/** The credentials of a Facebook connection. Times are ISO 8601; null means that there is no expiry. */
export interface FacebookCredentials {
  userId: string
  /** The user's own token, used for ads and for reading the Page's token again. */
  userToken: string
  userTokenExpiresAt: string | null
  /** When the app loses read access to the user's data, although the tokens stay valid. */
  dataAccessExpiresAt: string | null
  /** Null if the user connected without a Page. */
  page: PageAccess | null
}

/** Converts credentials to the JSON that is stored encrypted. */
export function storable({ page, ...rest }: FacebookCredentials): JsonObject {
  return { ...rest, page: page && { ...page } }
}

/**
 * Converts the stored JSON of a connection's credentials. `page` is null if the user connected without a Page.
 * @throws ProviderError `connection_expired` if the user's id or token is missing
 */
export function parseCredentials(stored: JsonObject): FacebookCredentials {
  const { pageId, pageToken } = objectOf(stored['page'])
  return {
    userId: storedText(stored, 'userId'),
    userToken: storedText(stored, 'userToken'),
    userTokenExpiresAt: optionalText(stored, 'userTokenExpiresAt'),
    dataAccessExpiresAt: optionalText(stored, 'dataAccessExpiresAt'),
    page: typeof pageId === 'string' && typeof pageToken === 'string' ? { pageId, pageToken } : null,
  }
}

export type FacebookCall = CallContext<FacebookCredentials>
export type FacebookPublishCall = PublishCall<'facebook', FacebookCredentials>

/**
 * Returns the Page of the connection.
 * @throws ProviderError `page_not_selected` if the user connected without a Page
 */
export function requirePage({ account }: Pick<FacebookCall, 'account'>): PageAccess {
  const { page } = account.credentials
  if (page) return page
  throw new ProviderError('page_not_selected', undefined, 'not_sent')
}

/**
 * Checks that the user granted all of `scopes`.
 * @throws ProviderError `missing_permission` with `details.missingScopes` if one is missing
 */
export function requireScopes({ account }: Pick<CallContext, 'account'>, scopes: readonly string[]): void {
  const missingScopes = scopes.filter((scope) => !account.scopes.includes(scope))
  if (missingScopes.length === 0) return
  throw new ProviderError('missing_permission', undefined, 'not_sent', { details: { missingScopes } })
}
