import type { Dependencies } from '../dependencies.ts'
import { grantOfToken } from '../grants.ts'
import type { Person } from '../people.ts'
import { Rejection } from '../rejection.ts'
import type { Grant } from '../store/grant.ts'
import { type Readers, record, text } from './reader.ts'
import { countCall } from './throttle.ts'

export interface Incoming {
  /** The query of a GET, the parsed body of a POST. */
  parameters: Record<string, unknown>
  accessToken: string | undefined
}

/** One endpoint of the simulated API. */
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

/** Builds an endpoint that authenticates the app by its id and secret in the parameters. */
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
  now: number
}

export interface AccountRow<T> extends Row {
  /** Besides `business_id`, which every one of these endpoints takes. */
  fields: Readers<T>
  /** Scopes of the endpoint; a token needs any one of them. */
  scopes: string[]
  handle(dependencies: Dependencies, call: AccountCall<T>): object | Promise<object>
}

function readToken(incoming: Incoming): string {
  const token = incoming.accessToken
  if (!token) throw new Rejection('tokenMissing', 'Access token is missing.')
  if (/^bearer\b/i.test(token)) throw new Rejection('tokenInvalid', 'Access token is incorrect or has been revoked.')
  return token
}

/**
 * Requires one of the scopes.
 * @throws Rejection with code 40130
 */
export function requireScope(grant: Grant, scopes: string[]): void {
  if (!scopes.some((scope) => grant.scopes.includes(scope)))
    throw new Rejection(
      'scopeMissing',
      `The access token does not have the required permission: ${scopes.join(' or ')}.`,
    )
}

/** Builds an endpoint that authenticates the account by the token in the header `Access-Token`. */
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
