import { hostsOf } from '../host.ts'

/**
 * Returns the origin (`https://…`, without a trailing slash) of one of Bluesky's hosts, by its name in the app's
 * settings, such as `handles`. Throws if the app has no host with that name.
 */
export const hostOf = hostsOf('bluesky')
