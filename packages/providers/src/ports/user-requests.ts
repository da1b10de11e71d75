import type { App } from '../call-context.ts'

/** The content of a request that a network signed and sent on behalf of a user. */
export interface SignedUserRequest {
  /** The network's ids in the request: of the user, of the Page that removed the app, or of both. Never empty. */
  ids: string[]
  /** When the network signed the request, in whole seconds. */
  issuedAt: Date
}

/**
 * Reads the requests that a network signs and posts to Carillon on behalf of a user: that access has ended, or that
 * data has to be deleted.
 */
export interface UserRequestsPort {
  /**
   * Returns the content of a signed request. Null if it is malformed or contains no id, if none of the app's secrets
   * signed it (compared in constant time), or if it was signed more than a day before `now` or, apart from differences
   * of clocks, after it.
   */
  read(app: App, signedRequest: string, now: Date): SignedUserRequest | null
}
