import type { IncomingMessage } from 'node:http'
import type { Backend } from '../backend.ts'
import type { XApp } from '../options.ts'
import type { Account } from '../state.ts'
import type { QueryRules } from '../wire/query.ts'

/** The app that calls and the user on whose behalf it does; `account` is null for an app-only token. */
export interface Caller {
  app: XApp
  account: Account | null
}

/** A call whose token, rate limit, scopes and query have been checked. */
export interface Call {
  backend: Backend
  caller: Caller
  /** The parameters in the path. */
  parameters: Record<string, string>
  query: Record<string, string>
  request: IncomingMessage
  body: Buffer
}

export interface EndpointResponse {
  /** Default: 200. */
  status?: number
  body: unknown
}

export interface Endpoint {
  operation: string
  method: 'GET' | 'POST' | 'DELETE'
  /** The path, in which `{id}` is a placeholder for a numeric id. */
  path: string
  tokens: readonly ('user' | 'app')[]
  /** The scopes that a user's token must have, all of them. */
  scopes: readonly string[]
  query: QueryRules | ((spoken: Backend['options']['vocabulary']) => QueryRules)
  handle(call: Call): EndpointResponse | Promise<EndpointResponse>
}

/**
 * Returns the calling user. Use it only in endpoints whose `tokens` is `['user']`: it throws an `Error` for a call with
 * an app-only token.
 */
export function person({ caller }: Call): Account {
  if (caller.account === null) throw new Error('This endpoint admits people only')
  return caller.account
}
