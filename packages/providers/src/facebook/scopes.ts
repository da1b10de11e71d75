import { loginScopes, scopesFor } from '@carillon/domain'

/** The scope without which no Page can be listed. */
export const requiredScopes: readonly string[] = loginScopes.facebook.any.always

/**
 * The scopes for publishing and deleting posts.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-20)
 */
export const publishScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']

/**
 * All scopes that some operation needs. A connection without one of them works, but the operations that need it are
 * rejected.
 */
export const wantedScopes: readonly string[] = scopesFor(loginScopes.facebook.any)
