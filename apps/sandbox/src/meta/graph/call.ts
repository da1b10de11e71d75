import type { Request, Response } from 'express'
import type { SandboxContext } from '../../network.ts'
import type { App } from '../apps.ts'
import type { Login, Token } from '../state/grant.ts'
import type { State } from '../state/state.ts'
import { type FieldSelection, parseFields } from './fields.ts'
import type { Parameters } from './parameters.ts'
import type { UsageSubject } from './usage.ts'

/**
 * A Graph API host (graph.facebook.com or graph.instagram.com), with the state and services that its endpoints work
 * with.
 */
export interface Host {
  login: Login
  state: State
  app: App
  context: SandboxContext
  settings: Settings
}

/** Settings of the simulated Facebook and Instagram, which tests can choose when they start the sandbox. */
export interface Settings {
  /** The time in ms for which an Instagram container, of an image or a carousel, is in progress. */
  imageMs: number
  /** The time in ms that processing a video takes, and the time that publishing it takes. */
  videoMs: number
  /** The number of Instagram posts per account and day. Meta's reference documents 50, its guide 100. */
  instagramQuota: 50 | 100
  /** Whether calls without `appsecret_proof` are rejected ("Require App Secret"). */
  requireProof: boolean
  /** The number of calls per second that may read the conversations of a Page or account. */
  conversationCallsPerSecond: number
  /** The form of Instagram's responses to the code exchange and `/me`: as documented, or flat, as observed. */
  instagramResponses: 'documented' | 'flat'
}

export const USUAL_SETTINGS: Settings = {
  imageMs: 400,
  videoMs: 800,
  instagramQuota: 50,
  requireProof: false,
  conversationCallsPerSecond: 2,
  instagramResponses: 'flat',
}

/** One call of the Graph API with a valid token. */
export interface GraphCall extends Host {
  request: Request
  /** The version, such as `v25.0`. */
  version: string
  /** The path below the version. */
  path: string
  /** The path segments after node and edge. */
  rest: string[]
  parameters: Parameters
  token: Token
}

/** A call that needs no user token, such as a code exchange or `debug_token`. */
export interface OpenCall extends Host {
  parameters: Parameters
}

export type Handler<T> = (subject: T, call: GraphCall) => unknown

/** A node type: how an object is found by id, and its endpoints, keyed by method and edge (`GET`, `POST photos`). */
export interface Family<T> {
  type: string
  /** Returns the object with the id; undefined if this node type has none. */
  find(id: string, call: GraphCall): T | undefined
  edges: Record<string, Handler<T>>
  /** Returns the Page or account whose rate limit a call counts towards. */
  usage?(subject: T): UsageSubject
  /** Counts a call towards the object's own rate limit and sets the headers of that limit; throws if it is reached. */
  admit?(subject: T, call: GraphCall, response: Response): void
}

/** An object that was found by its id, with the endpoints of its node type. */
export interface OpenNode {
  type: string
  /** The object whose rate limit the call counts towards; undefined if its node type has none. */
  usage: UsageSubject | undefined
  /** Counts a call towards the object's own rate limit and sets the headers of that limit; throws if it is reached. */
  admit(response: Response): void
  /**
   * Returns a function that executes an endpoint, named by method and edge such as `GET comments`; undefined if the
   * node type has no such endpoint.
   */
  run(operation: string): (() => unknown) | undefined
}

export type Finder = (id: string, call: GraphCall) => OpenNode | undefined

/**
 * Builds the finder of a node type. The finder returns the object with an id, ready to run its endpoints; undefined if
 * this node type has no such object.
 */
export function finderOf<T>({ type, find, edges, usage, admit }: Family<T>): Finder {
  return (id, call) => {
    const subject = find(id, call)
    if (subject === undefined) return undefined
    return {
      type,
      usage: usage?.(subject),
      admit: (response) => admit?.(subject, call, response),
      run(operation) {
        const handler = Object.hasOwn(edges, operation) ? edges[operation] : undefined
        return handler && (() => handler(subject, call))
      },
    }
  }
}

/**
 * Returns the fields that a call requests; undefined if it requests none.
 * @throws GraphError with code 2500 if the parameter `fields` is malformed
 */
export function selectionsOf({ parameters }: GraphCall): FieldSelection[] | undefined {
  const fields = parameters.text('fields')
  return fields === undefined || fields === '' ? undefined : parseFields(fields)
}

/**
 * Builds the URL of another page of a call's list: the URL of the call with `cursor` (`after` or `before`) in place of
 * the call's cursor. The URL contains the token, like Graph's own URLs, but no `appsecret_proof`.
 */
export function linkTo(
  {
    context,
    version,
    path,
    parameters,
    token,
  }: Pick<GraphCall, 'context' | 'version' | 'path' | 'parameters'> & { token: { value: string } },
  cursor: Record<string, string>,
): string {
  const query = new URLSearchParams({ access_token: token.value })
  for (const name of parameters.names()) {
    if (['access_token', 'appsecret_proof', 'after', 'before'].includes(name)) continue
    const value = parameters.value(name)
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : (parameters.text(name) ?? ''))
  }
  for (const [name, value] of Object.entries(cursor)) query.set(name, value)
  return `${context.baseUrl}/${version}/${path}?${query}`
}
