import type { App, CallContext } from '../call-context.ts'
import type { TokenPair } from '../credentials.ts'
import { hostsOf } from '../host.ts'
import type { PublishCall } from '../ports/publish.ts'

/**
 * Takes the app and the name of one of X's hosts in its settings, such as `api`. Returns the base URL of that host,
 * such as `https://api.x.com`, without a trailing slash.
 * @throws Error if the app has no such host
 */
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
