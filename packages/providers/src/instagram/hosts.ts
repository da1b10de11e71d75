import { hostsOf } from '../host.ts'

/**
 * Takes the app and the name of one of Instagram's hosts in its settings, such as `graph`. Returns the origin of that
 * host, such as `https://graph.instagram.com`, without a trailing slash.
 * @throws Error if the app has no such host
 */
export const hostOf = hostsOf('instagram')
