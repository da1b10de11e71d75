import type { CallContext, JsonObject } from '../call-context.ts'
import { ProviderError } from '../error-rules.ts'

/** The Page of a connection, with the token that acts as the Page. */
export interface PageAccess {
  pageId: string
  pageToken: string
}

/** What a connection keeps. Times are ISO 8601; null where there is no end. */
export interface FacebookCredentials {
  userId: string
  /** The person's own token, for ads and for reading the Page's token anew. */
  userToken: string
  userTokenExpiresAt: string | null
  /** After this moment the app may not read, although tokens live on. */
  dataAccessExpiresAt: string | null
  /** Null when the person connected without a Page. */
  page: PageAccess | null
}

export function sealable({ page, ...rest }: FacebookCredentials): JsonObject {
  return { ...rest, page: page && { ...page } }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function readCredentials(credentials: JsonObject): FacebookCredentials {
  const { page } = credentials
  const { pageId, pageToken } = typeof page === 'object' && page !== null && !Array.isArray(page) ? page : {}
  return {
    userId: text(credentials['userId']) ?? '',
    userToken: text(credentials['userToken']) ?? '',
    userTokenExpiresAt: text(credentials['userTokenExpiresAt']),
    dataAccessExpiresAt: text(credentials['dataAccessExpiresAt']),
    page: typeof pageId === 'string' && typeof pageToken === 'string' ? { pageId, pageToken } : null,
  }
}

/** The Page that an operation is for. Throws `page_not_selected` when the connection has none. */
export function requirePage({ account }: Pick<CallContext, 'account'>): PageAccess {
  const { page } = readCredentials(account.credentials)
  if (page) return page
  throw new ProviderError(
    'page_not_selected',
    'No Page was chosen for this connection; connect the account again and choose one.',
    'unsent',
  )
}

/** Throws `missing_permission` when the person withheld one of the scopes. */
export function requireScopes({ account }: Pick<CallContext, 'account'>, scopes: readonly string[]): void {
  const missingScopes = scopes.filter((scope) => !account.scopes.includes(scope))
  if (missingScopes.length === 0) return
  throw new ProviderError(
    'missing_permission',
    'The connection lacks a permission that this needs; reconnect it.',
    'unsent',
    { details: { missingScopes } },
  )
}
