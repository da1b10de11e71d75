import type { JsonObject } from '../call-context.ts'

/** What is kept of a login with Instagram. Times are ISO 8601. */
export interface InstagramLoginCredentials extends JsonObject {
  login: 'instagram_login'
  /** Long-lived: sixty days from the last refresh. */
  accessToken: string
  /** When it was given or last refreshed. */
  issuedAt: string
  expiresAt: string
}

/** What is kept of a login with Facebook. */
export interface FacebookLoginCredentials extends JsonObject {
  login: 'facebook_login'
  /** The token of the Page that the account is linked to; it has no end of its own. */
  accessToken: string
  /** The Page, under which messages go. */
  pageId: string
  /** The person's token, good for sixty days; brings a new Page token while it lasts. */
  userToken: string
}

export type Credentials = InstagramLoginCredentials | FacebookLoginCredentials

/** Credentials as they come out of storage, where only these adapters put them. */
export function credentialsOf(stored: JsonObject): Credentials {
  return stored as Credentials
}
