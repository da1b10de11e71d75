import type { CallContext, JsonObject } from '../call-context.ts'
import { optionalText, storedText } from '../credentials.ts'
import { ProviderError } from '../error-rules.ts'
import type { PublishCall } from '../ports/publish.ts'

/** The stored credentials of an account that was connected by a login with Instagram. Times are ISO 8601. */
export interface InstagramLoginCredentials extends JsonObject {
  login: 'instagram_login'
  /** A long-lived token, valid for 60 days from the last refresh. */
  accessToken: string
  /** When the token was issued or last refreshed. */
  issuedAt: string
  expiresAt: string
}

/** The stored credentials of an account that was connected by a login with Facebook. */
export interface FacebookLoginCredentials extends JsonObject {
  login: 'facebook_login'
  /** The token of the Page to which the account is linked. It does not expire. */
  accessToken: string
  /** The id of the linked Page, through which messages are sent and read. */
  pageId: string
  /** The user's token, valid for 60 days. With it the Page's current token can be read again. */
  userToken: string
  /**
   * When the app loses read access to the user's data, although the tokens stay valid; null if Facebook never reported
   * it.
   */
  dataAccessExpiresAt: string | null
  /**
   * Whether the user's tasks on the Page allowed publishing when the account was connected, or Facebook reported no
   * tasks; null for accounts that were connected before this was stored.
   */
  mayPublish: boolean | null
}

export type Credentials = InstagramLoginCredentials | FacebookLoginCredentials

/**
 * Converts the stored JSON of a connection's credentials, those of a login with Instagram unless `login` is
 * `facebook_login`.
 * @throws ProviderError `connection_expired` if a value that the login requires is missing
 */
export function parseCredentials(stored: JsonObject): Credentials {
  const accessToken = storedText(stored, 'accessToken')
  if (stored['login'] === 'facebook_login') {
    const [pageId, userToken] = [storedText(stored, 'pageId'), storedText(stored, 'userToken')]
    const dataAccessExpiresAt = optionalText(stored, 'dataAccessExpiresAt')
    const mayPublish = typeof stored['mayPublish'] === 'boolean' ? stored['mayPublish'] : null
    return { login: 'facebook_login', accessToken, pageId, userToken, dataAccessExpiresAt, mayPublish }
  }
  const [issuedAt, expiresAt] = [storedText(stored, 'issuedAt'), storedText(stored, 'expiresAt')]
  return { login: 'instagram_login', accessToken, issuedAt, expiresAt }
}

export type InstagramCall = CallContext<Credentials>
export type InstagramPublishCall = PublishCall<'instagram', Credentials>

/**
 * Checks that the scope was granted.
 * @throws ProviderError `connection_expired` if it was not
 */
export function requireScope({ account }: Pick<InstagramCall, 'account'>, scope: string): void {
  if (account.scopes.includes(scope)) return
  const message = `The connection was not granted the permission ${scope}; the user must reconnect the account.`
  throw new ProviderError('connection_expired', message, 'not_sent')
}
