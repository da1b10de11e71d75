/**
 * Headers that make the account's server forward a read to the Bluesky app view on behalf of the account. The app view
 * is the service that computes counts and thumbnails over all servers.
 * @see https://docs.bsky.app/docs/advanced-guides/api-directory (read 2026-11-20)
 */
export const appViewHeaders = { 'atproto-proxy': 'did:web:api.bsky.app#bsky_appview' } as const
