import type { Input, OperationId, Output, operations, PlatformOf, RequiredFields } from '@carillon/contract'
import type { AccountRow, ProfileRow, StoredCredential } from '@carillon/database'
import type { KeyBudgets, KeyScope, Platform, Scope } from '@carillon/domain'
import type { ServiceError } from '@carillon/errors'
import type { Context } from './context.ts'

/** The access that the API key of a request gives. */
export interface Grant {
  keyId: string
  scope: Scope
  /** The scopes of the API key, such as the right to publish. */
  scopes: readonly KeyScope[]
  /**
   * The budgets of the key: its maximum use per UTC day, and per minute for requests. Absent if it has none. A key's
   * budgets are never larger than those of the key that created it.
   */
  budgets?: KeyBudgets
}

/**
 * The profile that a request is about, with the rows that were read to find it, so that use cases need not read them
 * again.
 */
export interface Target {
  profileId: string
  /** The row of the profile if it has been read; null if the profile is known only from the account. */
  profile: ProfileRow | null
  /** The account, if the request named one. */
  account: AccountRow | null
  /** The encrypted credentials of `account` as they were read with it; undefined without an account or credentials. */
  credential?: StoredCredential | undefined
}

/** An account whose platform is one of those that the operation supports. */
export type AccountFor<Id extends OperationId> = AccountRow & { platform: PlatformOf<Id> }

type Known<Id extends OperationId, Field extends string, Value> =
  Field extends RequiredFields<Id> ? Value : Value | null

type KnownPlatform<Id extends OperationId> = (typeof operations)[Id] extends { platform: Platform }
  ? PlatformOf<Id>
  : 'accountId' extends RequiredFields<Id>
    ? PlatformOf<Id>
    : Known<Id, 'platform', PlatformOf<Id>>

/**
 * A request as a use case receives it: valid, allowed for its API key, and with its profile and account read from the
 * database.
 */
export interface Request<Id extends OperationId = OperationId> {
  grant: Grant
  /**
   * The profile and account that the request is about; null for operations on the whole organization, and if the
   * optional `profileId` and `accountId` are both absent.
   */
  target: Target | null
  /** The account that the request names; null only for operations that do not require `accountId`. */
  account: Known<Id, 'accountId', AccountFor<Id>>
  /**
   * The operation's own platform, else the platform in the request, else that of the account; null if all three are
   * missing.
   */
  platform: KnownPlatform<Id>
  input: Input<Id>
  /**
   * The reason why the body is invalid, only for operations whose use case reports this itself; the body then contains
   * only its routing fields. Null or absent if the body is valid.
   */
  rejection?: ServiceError | null
  requestId: string
  /** Aborts when the client has disconnected or the request's deadline has passed. */
  signal: AbortSignal
  /**
   * The SHA-256 of a JSON body that was sent with an `Idempotency-Key`, in which a file counts by its content; null for
   * any other request.
   */
  bodyHash: Buffer | null
  /**
   * Reports the profile of the object that the request names by its id alone, for the audit log and the list of
   * requests; null for an object of the whole organization.
   */
  reportProfile?(profileId: string | null): void
  /**
   * Reports the id of the publish that the request is about to store, for the list of requests; null if it turned out
   * that it did not store it.
   */
  reportPublish?(publishId: string | null): void
}

/** What is needed of a request to find the object that it names by its id alone. */
export type ObjectRequest = Pick<Request, 'grant' | 'reportProfile'>

/** A response of any operation, for code that does not know the operation at compile time. */
export interface AnyOutput {
  status: number
  body?: unknown
  /** The body as ready JSON, in chunks to be sent one after another; set instead of `body`. */
  json?: readonly Buffer[]
  /** The body as a string, of the content type in `headers`; set instead of `body`. */
  text?: string
  headers?: Headers
}

type Headers = Readonly<Record<string, string>>

/**
 * A response of an operation that supports conditional requests: not modified, or a body of ready JSON that follows the
 * operation's schema.
 */
type Rendered<Id extends OperationId> = 304 extends Output<Id>['status']
  ?
      | { status: 304; headers: Headers }
      | { status: Exclude<Output<Id>['status'], 304>; json: readonly Buffer[]; headers: Headers }
  : never

/** The headers of an operation whose responses have an ETag. */
type Versioned<Id extends OperationId> = (typeof operations)[Id] extends { isVersioned: true }
  ? { headers: Headers }
  : unknown

/** A response of an operation whose body can be plain text. */
type Text<Id extends OperationId> = (typeof operations)[Id] extends { text: string }
  ? { status: Output<Id>['status']; text: string; headers: Headers }
  : never

export type UseCase<Id extends OperationId> = (
  context: Context,
  request: Request<Id>,
) => Promise<(Output<Id> & Versioned<Id>) | Rendered<Id> | Text<Id>>

export type UseCases = { [Id in OperationId]: UseCase<Id> }
