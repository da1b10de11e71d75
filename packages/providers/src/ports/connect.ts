import type { BilledOperation } from '@carillon/domain'
import type { AppCall, JsonObject, Names } from '../call-context.ts'

export type { Names }

export interface AuthorizationRequest {
  /** The URL of Carillon's callback for this network. */
  redirectUri: string
  /** The unguessable, single-use OAuth `state`. The adapter may return another one that its OAuth library generated. */
  state: string
  handle?: string
  authMethod?: string
}

export interface Authorization {
  authorizationUrl: string
  /** The `state` with which the network will call the callback. */
  state: string
  /**
   * Values that `complete` needs again, such as a PKCE verifier or keys. They are stored encrypted with the connection
   * session.
   */
  kept: JsonObject
}

export interface CallbackRequest {
  /** The query parameters of the callback, unchanged and keyed by name. */
  parameters: Readonly<Record<string, string>>
  redirectUri: string
  authMethod: string | null
  kept: JsonObject
}

/** One account at a social network that the user authorized, with its credentials. `providerId` is the network's id. */
export interface Identity {
  providerId: string
  /** The name that identifies the account at the network, such as a username; null if it has none. */
  displayIdentifier: string | null
  displayName: string | null
  avatarUrl: string | null
  /** The granted scopes. */
  scopes: string[]
  /**
   * The scopes of features that were not granted, or that the user's role does not allow to use, also those of features
   * that this deployment does not request.
   */
  missingScopes: string[]
  /** The credentials, which are stored encrypted; the adapter's `credentials.parse` reads them again. */
  credentials: JsonObject
  /** When the token, or the app's access to the user's data if that ends earlier, expires; null if neither does. */
  tokenExpiresAt: Date | null
  /**
   * The network's id of the user who granted access. The network's deauthorization requests name this id. Omitted if
   * the network sends no such requests, or did not report the id.
   */
  grantedBy?: string
}

/** The scopes of an authorization that were granted, and those of features that were not, as in `Identity`. */
export type Granted = Pick<Identity, 'scopes' | 'missingScopes'>

export interface Completion {
  identities: Identity[]
  /** Whether the user still has to select the accounts to connect, on a page of Carillon. */
  select: boolean
  /**
   * The operation that the network bills once for each connected account, for reading its profile; omitted if it is
   * free.
   */
  billed?: BilledOperation
}

/**
 * The result of refreshing a connection: the complete credentials to store, with their `tokenExpiresAt` as in
 * `Identity`, and the scopes (`granted`) and the account's names if the network reported them.
 */
export type Refreshed = Pick<Identity, 'credentials' | 'tokenExpiresAt'> & { granted?: Granted; names?: Names }

/**
 * The functions of a network's adapter with which accounts are connected by OAuth, and kept connected. `complete`
 * throws a `ServiceError` if the user declined, did not grant a required scope, or has no usable account; the
 * connection session then fails with that error's code, or with `provider_error` if sessions do not report it.
 */
export interface ConnectPort<Credentials = unknown> {
  /** Returns the URL at which the user authorizes the app, and the values that `complete` needs. */
  authorize(call: AppCall, request: AuthorizationRequest): Promise<Authorization>
  /** Completes an authorization from its callback. Returns the accounts that the user authorized. */
  complete(call: AppCall, request: CallbackRequest): Promise<Completion>
  /**
   * Obtains new credentials. Throws `connection_expired` only if the user has to authorize the account again; after any
   * other error the connection is unchanged.
   */
  refresh(call: AppCall, credentials: Credentials): Promise<Refreshed>
  /**
   * Ends the grant at the network, after the account was deleted and no organization has the same social account. After
   * a failure, the service calls it again, eleven times in all within ten hours. Omitted if the network has no call for
   * this, or only one that ends the connections of other social accounts as well.
   */
  revoke?(call: AppCall, credentials: Credentials): Promise<void>
  /** Returns the JSON documents that the network fetches from Carillon's public URL, keyed by file name. */
  documents?(call: Pick<AppCall, 'app'>): Promise<Record<string, JsonObject>>
}
