import type { CallContext, JsonObject } from '../call-context.ts'
import { optionalText, storedText } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import type { PublishCall } from '../ports/publish.ts'

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
  /** The user's token, good for sixty days; brings a new Page token while it lasts. */
  userToken: string
  /** After this moment the app may not read, although tokens live on; null where it was never told. */
  dataAccessExpiresAt: string | null
}

export type Credentials = InstagramLoginCredentials | FacebookLoginCredentials

/** Throws `connection_expired` when a token is missing. */
export function parseCredentials(stored: JsonObject): Credentials {
  const accessToken = storedText(stored, 'accessToken')
  if (stored['login'] === 'facebook_login') {
    const [pageId, userToken] = [storedText(stored, 'pageId'), storedText(stored, 'userToken')]
    const dataAccessExpiresAt = optionalText(stored, 'dataAccessExpiresAt')
    return { login: 'facebook_login', accessToken, pageId, userToken, dataAccessExpiresAt }
  }
  const [issuedAt, expiresAt] = [storedText(stored, 'issuedAt'), storedText(stored, 'expiresAt')]
  return { login: 'instagram_login', accessToken, issuedAt, expiresAt }
}

export type InstagramCall = CallContext<Credentials>
export type InstagramPublishCall = PublishCall<'instagram', Credentials>

/** Throws `connection_expired` when the connection was not granted the permission. */
export function requireScope({ account }: Pick<InstagramCall, 'account'>, scope: string): void {
  if (account.scopes.includes(scope)) return
  const message = `The connection was not granted the permission ${scope}; the user must reconnect the account.`
  throw new ProviderError('connection_expired', message, 'not_sent')
}
