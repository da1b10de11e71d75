import { loginScopes, scopesFor } from '@carillon/domain'

/** Without it no Page can be found. */
export const requiredScopes: readonly string[] = loginScopes.facebook.any.always

/** What publishing and deleting posts takes. @see https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-20) */
export const publishScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']

/** Every scope that some operation needs; without one a connection works, and what needs it is rejected. */
export const wantedScopes: readonly string[] = scopesFor(loginScopes.facebook.any)
