import type { Request } from 'express'
import type { Parameters } from '../meta/graph/parameters.ts'
import type { SandboxContext } from '../network.ts'
import type { WhatsAppApp } from './app.ts'
import type { State, Token } from './state.ts'
import type { Webhooks } from './webhook-delivery.ts'

/** The dependencies of all endpoints. */
export interface Host {
  state: State
  app: WhatsAppApp
  context: SandboxContext
  webhooks: Webhooks
}

/** A call that needs no token of a business, such as a code exchange or `debug_token`. */
export interface OpenCall extends Host {
  parameters: Parameters
}

/** One call of the Graph API with a valid token. */
export interface GraphCall extends OpenCall {
  request: Request
  /** The version, such as `v25.0`. */
  version: string
  /** The path below the version. */
  path: string
  token: Token
}

export type Handler<T> = (subject: T, call: GraphCall) => unknown
