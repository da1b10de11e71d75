import { hostsOf } from '../host.ts'

/** The URL of a configured host, by its name. */
export const hostOf = hostsOf('instagram')
