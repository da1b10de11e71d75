import type { App } from '../call-context.ts'

/** A user's request that a network signed. */
export interface SignedUserRequest {
  /** The network's ids that it names, never an empty list: of the user, or of the Page that removed the app. */
  ids: string[]
  /** When the network signed it, in whole seconds. */
  issuedAt: Date
}

/**
 * Reads the requests that a network signs and posts to Carillon on behalf of a user: that access has ended, or that
 * data has to be deleted.
 */
export interface UserRequestsPort {
  /**
   * Returns the content of a signed request. Null if none of the app's secrets signed it (compared in constant time),
   * or if it is older than a day.
   */
  read(app: App, signedRequest: string, now: Date): SignedUserRequest | null
}
