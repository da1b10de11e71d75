import { hostsOf } from '../host.ts'

/** Returns the configured origin of Instagram with this name. */
export const hostOf = hostsOf('instagram')
