import type { CallContext, JsonObject } from '../call-context.ts'
import { optionalText, storedText } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import { objectOf } from '../json.ts'
import type { PublishCall } from '../ports/publish.ts'

/** The Page of a connection, with the token that acts as the Page. */
export interface PageAccess {
  pageId: string
  pageToken: string
}

/** What a connection keeps. Times are ISO 8601; null where there is no end. */
export interface FacebookCredentials {
  userId: string
  /** The user's own token, for ads and for reading the Page's token anew. */
  userToken: string
  userTokenExpiresAt: string | null
  /** After this moment the app may not read, although tokens live on. */
  dataAccessExpiresAt: string | null
  /** Null when the user connected without a Page. */
  page: PageAccess | null
}

/** A user's credentials, and those of the Page if there is one, as the JSON that is stored encrypted. */
export function storable({ page, ...rest }: FacebookCredentials): JsonObject {
  return { ...rest, page: page && { ...page } }
}

/** Throws `connection_expired` when the user's token is missing. */
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

/** The Page that an operation is for. Throws `page_not_selected` when the connection has none. */
export function requirePage({ account }: Pick<FacebookCall, 'account'>): PageAccess {
  const { page } = account.credentials
  if (page) return page
  throw new ProviderError('page_not_selected', undefined, 'not_sent')
}

/** Throws `missing_permission` when the user withheld one of the scopes. */
export function requireScopes({ account }: Pick<CallContext, 'account'>, scopes: readonly string[]): void {
  const missingScopes = scopes.filter((scope) => !account.scopes.includes(scope))
  if (missingScopes.length === 0) return
  throw new ProviderError('missing_permission', undefined, 'not_sent', { details: { missingScopes } })
}
