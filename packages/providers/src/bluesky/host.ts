import { hostsOf } from '../host.ts'

/** Returns the configured origin of Bluesky with this name. */
export const hostOf = hostsOf('bluesky')
