/**
 * Makes the account's server pass a read on to the network's index, in the account's name.
 *
 * @see https://docs.bsky.app/docs/advanced-guides/api-directory (read 2026-11-20)
 */
export const appViewHeaders = { 'atproto-proxy': 'did:web:api.bsky.app#bsky_appview' } as const
