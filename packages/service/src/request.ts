import type { Input, OperationId, Output, operations, PlatformOf, RequiredFields } from '@carillon/contract'
import type { AccountRow, ProfileRow, StoredCredential } from '@carillon/database'
import type { KeyBudgets, KeyScope, Platform, Scope } from '@carillon/domain'
import type { ServiceError } from '@carillon/errors'
import type { Context } from './context.ts'

/** The grant of a request's API key. */
export interface Grant {
  keyId: string
  scope: Scope
  /** The scopes of the key. */
  scopes: readonly KeyScope[]
  /** The budgets of the key, if it has any. None is wider than that of the key that created it. */
  budgets?: KeyBudgets
}

/** The profile of a request with the rows that were read to find it, so that use cases need not read them again. */
export interface Target {
  profileId: string
  /** The profile, if the path or a `profileId` alone named it. */
  profile: ProfileRow | null
  /** The account, if the request named one. */
  account: AccountRow | null
  /** The encrypted credentials of that account as they were read with it. */
  credential?: StoredCredential | undefined
}

/** An account on a platform that the operation serves. */
export type AccountFor<Id extends OperationId> = AccountRow & { platform: PlatformOf<Id> }

type Known<Id extends OperationId, Field extends string, Value> =
  Field extends RequiredFields<Id> ? Value : Value | null

type KnownPlatform<Id extends OperationId> = (typeof operations)[Id] extends { platform: Platform }
  ? PlatformOf<Id>
  : 'accountId' extends RequiredFields<Id>
    ? PlatformOf<Id>
    : Known<Id, 'platform', PlatformOf<Id>>

/** A valid request as a use case receives it: permitted, on a platform that can do it, and with its target read. */
export interface Request<Id extends OperationId = OperationId> {
  grant: Grant
  /** Null for operations on the whole organization, and if the optional `profileId` and `accountId` are absent. */
  target: Target | null
  /** The account that the request names; null only for operations that do not require `accountId`. */
  account: Known<Id, 'accountId', AccountFor<Id>>
  /**
   * The operation's own platform, else the one that was sent, else that of the account; null if the request has none of
   * these.
   */
  platform: KnownPlatform<Id>
  input: Input<Id>
  /**
   * Why the body is rejected, of an operation that reports rejections; the body then holds its routing fields only.
   * Null for a valid one.
   */
  rejection?: ServiceError | null
  requestId: string
  /** Aborts when the client has disconnected or the request's deadline has passed. */
  signal: AbortSignal
  /** A hash of the body without its media, for idempotency; null if the operation takes no body. */
  bodyHash: Buffer | null
}

/** A response whose operation is not known at compile time. */
export interface AnyOutput {
  status: number
  body?: unknown
  /** The body as JSON that was made before, in parts; instead of `body`. */
  json?: readonly Buffer[]
  /** A body that is a text of the type that `headers` names; instead of `body`. */
  text?: string
  headers?: Headers
}

type Headers = Readonly<Record<string, string>>

/**
 * A response of an operation that supports conditional requests: not modified, or a body that is JSON already and
 * follows the operation's schema.
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

/** A response of an operation that can respond with a text. */
type Text<Id extends OperationId> = (typeof operations)[Id] extends { text: string }
  ? { status: Output<Id>['status']; text: string; headers: Headers }
  : never

export type UseCase<Id extends OperationId> = (
  context: Context,
  request: Request<Id>,
) => Promise<(Output<Id> & Versioned<Id>) | Rendered<Id> | Text<Id>>

export type UseCases = { [Id in OperationId]: UseCase<Id> }
