import type { App } from '../call-context.ts'

/** Requests that a network signs and posts to us on behalf of a user: that access ends, or that data be deleted. */
export interface UserRequestsPort {
  /**
   * The ids of the user, or of what removed the app, that a signed request names; never empty. Null unless one of the app's
   * secrets signed it, compared in constant time, within the last day.
   */
  read(app: App, signedRequest: string, now: Date): string[] | null
}
