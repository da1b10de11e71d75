import type { Input, OperationId } from '@carillon/contract'
import type { AccountRow, ProfileRow } from '@carillon/database'
import type { Scope } from '@carillon/domain'
import type { Context } from './context.ts'

/** Who asks: what the key that came with a request may do. */
export interface Grant {
  keyId: string
  scope: Scope
}

/** The profile that a request acts on, and the account when it named one. */
export interface Address {
  profileId: string
  accountId: string | null
  /** What was read to resolve it, so that use cases need not read it again. */
  profile?: ProfileRow
  account?: AccountRow
}

/** A request as a use case gets it: valid, allowed, and with its address resolved. */
export interface Request<Id extends OperationId = OperationId> {
  grant: Grant
  /** Null for operations on the whole organization, and where an optional address was left out. */
  address: Address | null
  input: Input<Id>
  requestId: string
  /** Aborts when the caller is gone or the request's deadline has passed. */
  signal: AbortSignal
  /** Changes with the body's bytes, for idempotency; media do not count. */
  bodyHash: Buffer | null
}

export interface Answer {
  status: number
  body?: unknown
}

export type UseCase<Id extends OperationId> = (context: Context, request: Request<Id>) => Promise<Answer>

export type UseCases = { [Id in OperationId]: UseCase<Id> }
