import { hostsOf } from '../host.ts'

/**
 * Takes the app and the name of one of Bluesky's hosts in its settings, such as `handles`. Returns the base URL of that
 * host, such as `https://public.api.bsky.app`, without a trailing slash. Throws if the app has no such host.
 */
export const hostOf = hostsOf('bluesky')
