import type { Request } from 'express'
import type { Parameters } from '../meta/graph/parameters.ts'
import type { SandboxContext } from '../network.ts'
import type { WhatsAppApp } from './app.ts'
import type { State, Token } from './state.ts'
import type { Webhooks } from './webhook-delivery.ts'

/** The state and services that every endpoint of the simulated WhatsApp works with. */
export interface Host {
  state: State
  app: WhatsAppApp
  context: SandboxContext
  webhooks: Webhooks
}

/** A call that needs no business token: the code exchange and `debug_token`. */
export interface OpenCall extends Host {
  parameters: Parameters
}

/** A call of the Graph API that carries a valid business token. */
export interface GraphCall extends OpenCall {
  request: Request
  /** The version, such as `v25.0`. */
  version: string
  /** The path below the version, without a leading slash. */
  path: string
  token: Token
}

export type Handler<T> = (subject: T, call: GraphCall) => unknown
