import { hostsOf } from '../host.ts'

/** Returns an origin of Bluesky, given the app and the host's name in the settings. */
export const hostOf = hostsOf('bluesky')
