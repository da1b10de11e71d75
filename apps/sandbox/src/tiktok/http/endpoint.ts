import type { Dependencies } from '../dependencies.ts'
import { grantOfToken } from '../grants.ts'
import type { Person } from '../people.ts'
import { Rejection } from '../rejection.ts'
import type { Grant } from '../store/grant.ts'
import { type Readers, record, text } from './reader.ts'
import { countCall } from './throttle.ts'

export interface Incoming {
  /** The query parameters of a GET, or the parsed body of a POST. */
  parameters: Record<string, unknown>
  accessToken: string | undefined
}

/** An endpoint of the API: its method and path, its operation name in the call journal, and its handler. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** The path below `/open_api/v1.3`, with its final slash. */
  path: string
  operation: string
  run(dependencies: Dependencies, incoming: Incoming): Promise<object>
}

interface Row {
  method: 'GET' | 'POST'
  path: string
  operation: string
}

export interface AppRow<T> extends Row {
  fields: Readers<T>
  handle(dependencies: Dependencies, input: T): object | Promise<object>
}

/**
 * Builds an endpoint that is called with the app's id and, usually, secret as parameters instead of an access token.
 * `handle` has to check id and secret with `requireApp`.
 */
export function forApp<T extends object>(row: AppRow<T>): Endpoint {
  const { method, path, operation } = row
  const read = record(row.fields)
  const run = async (dependencies: Dependencies, incoming: Incoming) =>
    row.handle(dependencies, read(incoming.parameters, ''))
  return { method, path, operation, run }
}

export interface AccountCall<T> {
  input: T
  grant: Grant
  person: Person
  /** The time of the call in ms since the epoch. */
  now: number
}

export interface AccountRow<T> extends Row {
  /** Readers of the parameters, except `business_id`, which every such endpoint requires. */
  fields: Readers<T>
  /** The scopes that allow the call; a token needs only one of them. */
  scopes: string[]
  /** Executes a call that has passed these checks, and returns the `data` of the response. */
  handle(dependencies: Dependencies, call: AccountCall<T>): object | Promise<object>
}

function readToken(incoming: Incoming): string {
  const token = incoming.accessToken
  if (!token) throw new Rejection('tokenMissing', 'Access token is missing.')
  if (/^bearer\b/i.test(token)) throw new Rejection('tokenInvalid', 'Access token is incorrect or has been revoked.')
  return token
}

/** Throws a `Rejection` (`scopeMissing`) unless the grant includes at least one of the scopes. */
export function requireScope(grant: Grant, scopes: string[]): void {
  if (!scopes.some((scope) => grant.scopes.includes(scope)))
    throw new Rejection(
      'scopeMissing',
      `The access token does not have the required permission: ${scopes.join(' or ')}.`,
    )
}

/**
 * Builds an endpoint whose `run` checks a call before it executes `row.handle`: the `Access-Token` header must be the
 * token of an account, `business_id` this account's id, and the token needs one of `row.scopes`. Calls with a valid
 * token count towards the account's rate limit for this endpoint. `run` rejects with a `Rejection` for an invalid call,
 * and above the limit.
 */
export function forAccount<T extends object>(row: AccountRow<T>): Endpoint {
  const { method, path, operation, scopes } = row
  const read = record(row.fields)
  const readId = text()
  async function run(dependencies: Dependencies, incoming: Incoming): Promise<object> {
    const { store, context } = dependencies
    const now = context.now()
    const grant = grantOfToken(store, now, readToken(incoming))
    countCall(store, now, `${grant.openId} ${path}`)
    const { business_id, ...rest } = { business_id: undefined, ...incoming.parameters }
    const businessId = readId(business_id, 'business_id')
    const input = read(rest, '')
    const person = store.people.find((candidate) => candidate.openId === grant.openId)
    if (!person || businessId !== grant.openId)
      throw new Rejection('noPermission', `No permission to operate the business account ${businessId}.`)
    requireScope(grant, scopes)
    return row.handle(dependencies, { input, grant, person, now })
  }
  return { method, path, operation, run }
}
