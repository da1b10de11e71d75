import type { App } from '../call-context.ts'

/**
 * Reads the requests that a network signs and posts to Carillon on behalf of a user: that access has ended, or that
 * data has to be deleted.
 */
export interface UserRequestsPort {
  /**
   * Returns the network's ids that a signed request names, never an empty list: of the user, or of the Page that
   * removed the app. Null if none of the app's secrets signed it (compared in constant time), or if it is older than a
   * day.
   */
  read(app: App, signedRequest: string, now: Date): string[] | null
}
