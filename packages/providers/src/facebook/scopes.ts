import { loginScopes, scopesFor } from '@carillon/domain'

/** The scopes without which an account cannot be connected, since no Page can be listed without them. */
export const requiredScopes: readonly string[] = loginScopes.facebook.any.always

/**
 * The scopes for publishing and deleting posts.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-20)
 */
export const publishScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']

/**
 * All scopes that any operation on Facebook needs. An account can be connected without some of them, but the operations
 * that need those are rejected.
 */
export const wantedScopes: readonly string[] = scopesFor(loginScopes.facebook.any)
