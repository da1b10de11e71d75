import { hostsOf } from '../host.ts'

/** One of the configured hosts. */
export const hostOf = hostsOf('bluesky')
