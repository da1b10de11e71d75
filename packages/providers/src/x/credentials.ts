import type { App, CallContext } from '../call-context.ts'
import type { TokenPair } from '../credentials.ts'
import { hostsOf } from '../host.ts'
import type { PublishCall } from '../ports/publish.ts'

/** The URL of a configured host, by its name. */
export const hostOf = hostsOf('x')

/**
 * The URL of an endpoint of the API, in the version of every call. `path` begins with a slash.
 * @see https://docs.x.com/x-api/fundamentals/versioning (read 2026-11-23)
 */
export function apiUrl(app: Pick<App, 'hosts'>, path: string): string {
  return `${hostOf(app, 'api')}/2${path}`
}

export type XCall = CallContext<TokenPair>
export type XPublishCall = PublishCall<'x', TokenPair>
