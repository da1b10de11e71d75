import type { App, CallContext } from '../call-context.ts'
import type { TokenPair } from '../credentials.ts'
import { hostsOf } from '../host.ts'
import type { PublishCall } from '../ports/publish.ts'

/** Returns an origin of X, given the app and the host's name in the settings. */
export const hostOf = hostsOf('x')

/**
 * Returns the URL of an API endpoint, with the version that all calls use. `path` begins with a slash.
 * @see https://docs.x.com/x-api/fundamentals/versioning (read 2026-11-23)
 */
export function apiUrl(app: Pick<App, 'hosts'>, path: string): string {
  return `${hostOf(app, 'api')}/2${path}`
}

export type XCall = CallContext<TokenPair>
export type XPublishCall = PublishCall<'x', TokenPair>
