import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import type { PublicBody } from '../body/public-body.ts'
import type { HeaderClass } from '../security-headers.ts'
import type { Metrics } from './metrics.ts'

export interface PublicOptions {
  metrics: Metrics
  isStopping: () => boolean
}

type HandlerFactory = (backend: Backend, options: PublicOptions) => RequestHandler

/** A route outside the API: for browsers, social networks and operators. It needs no API key. */
export interface PublicRoute {
  /** In Express's notation. */
  path: string
  /** The class of its security headers; `api` if absent. */
  headers?: HeaderClass
  get?: HandlerFactory
  post?: HandlerFactory
  delete?: HandlerFactory
  /** How the body of a POST is read. */
  body?: PublicBody
}
