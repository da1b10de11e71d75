import type { BilledOperation } from '@carillon/domain'
import type { AppCall, JsonObject } from '../call-context.ts'

export interface AuthorizationRequest {
  /** Our callback for this network. */
  redirectUri: string
  /** Unguessable and single-use; the adapter may return another one that its library made. */
  state: string
  handle?: string
  authMethod?: string
}

export interface Authorization {
  authorizationUrl: string
  /** The state that the callback will carry. */
  state: string
  /** State for `complete`, such as a PKCE verifier or keys; encrypted in the session row. */
  kept: JsonObject
}

export interface CallbackRequest {
  /** Query parameters of the callback, as they arrived. */
  parameters: Readonly<Record<string, string>>
  redirectUri: string
  authMethod: string | null
  kept: JsonObject
}

/** One social account that the user authorized. */
export interface Identity {
  providerId: string
  displayIdentifier: string | null
  displayName: string | null
  avatarUrl: string | null
  scopes: string[]
  /** Wanted scopes that were not granted, for features that can do without. */
  missingScopes: string[]
  /** The credentials, stored encrypted; `credentials.parse` of the adapter reads them. */
  credentials: JsonObject
  tokenExpiresAt: Date | null
  /**
   * The network's id of the user who granted the access, used in its deauthorization requests; omitted if the network
   * sends none.
   */
  grantedBy?: string
}

export interface Completion {
  identities: Identity[]
  /** Whether the user has to select accounts on a Carillon page. */
  select: boolean
  /** The charge for reading the profile of each connected account. */
  billed?: BilledOperation
}

/** The result of a refresh: the complete new credentials, and their lifetime. */
export type Refreshed = Pick<Identity, 'credentials' | 'tokenExpiresAt'> & Partial<Pick<Identity, 'scopes'>>

/**
 * How accounts of a network are connected. When the user declines, withholds a scope, or has no account that can be
 * used, `complete` throws a `ServiceError` whose code the session then carries.
 */
export interface ConnectPort<Credentials = unknown> {
  authorize(call: AppCall, request: AuthorizationRequest): Promise<Authorization>
  complete(call: AppCall, request: CallbackRequest): Promise<Completion>
  /**
   * Throws `connection_expired` only if the network reports that the grant has ended; any other error leaves the
   * connection unchanged.
   */
  refresh(call: AppCall, credentials: Credentials): Promise<Refreshed>
  /** Ends the grant at the network; best effort, absent where the network has no such call. */
  revoke?(call: AppCall, credentials: Credentials): Promise<void>
  /** JSON documents that the network fetches from us, by file name. */
  documents?(call: Pick<AppCall, 'app'>): Promise<Record<string, JsonObject>>
}
