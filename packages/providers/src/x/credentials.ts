import type { CallContext } from '../call-context.ts'
import type { TokenPair } from '../credentials.ts'
import { hostsOf } from '../host.ts'
import type { PublishCall } from '../ports/publish.ts'

/** The URL of a configured host, by its name. */
export const hostOf = hostsOf('x')

export type XCall = CallContext<TokenPair>
export type XPublishCall = PublishCall<'x', TokenPair>
