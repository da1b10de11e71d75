import { hostsOf } from '../host.ts'

/** Returns an origin of Instagram, given the app and the host's name in the settings. */
export const hostOf = hostsOf('instagram')
