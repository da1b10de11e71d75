import { hostsOf } from '../host.ts'

/**
 * Returns the origin of a host of Instagram, without a trailing slash, by the host's name in the app's settings.
 * @throws Error if the app has no such host
 */
export const hostOf = hostsOf('instagram')
