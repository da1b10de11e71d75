import type { IncomingMessage } from 'node:http'
import type { Backend } from '../backend.ts'
import type { XApp } from '../options.ts'
import type { Account } from '../state.ts'
import type { QueryRules } from '../wire/query.ts'

/** Who calls: an app, for a person unless it came with its own token. */
export interface Caller {
  app: XApp
  account: Account | null
}

/** A call whose token, window, scopes and query are in order. */
export interface Call {
  backend: Backend
  caller: Caller
  parameters: Record<string, string>
  query: Record<string, string>
  request: IncomingMessage
  body: Buffer
}

export interface EndpointResponse {
  status?: number
  body: unknown
}

export interface Endpoint {
  operation: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Where `{id}` stands for digits. */
  path: string
  tokens: readonly ('user' | 'app')[]
  /** What a person's token needs. */
  scopes: readonly string[]
  query: QueryRules | ((spoken: Backend['options']['vocabulary']) => QueryRules)
  handle(call: Call): EndpointResponse | Promise<EndpointResponse>
}

/** The user for an endpoint that requires a user token. */
export function person({ caller }: Call): Account {
  if (caller.account === null) throw new Error('This endpoint admits people only')
  return caller.account
}
