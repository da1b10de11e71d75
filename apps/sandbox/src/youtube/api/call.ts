import type { Request, Response } from 'express'
import { GoogleError, insufficientScope, invalidKey, reject } from '../errors/google-error.ts'
import type { Grants } from '../oauth/grants.ts'
import type { Person, State } from '../state/state.ts'
import { keepFields } from './fields.ts'
import type { Method } from './methods.ts'
import { type Query, readQuery } from './query.ts'
import type { Quota } from './quota.ts'

/** The state and services that every method of the simulated YouTube APIs works with. */
export interface Setting {
  state: State
  grants: Grants
  quota: Quota
  /** Returns the time in ms since the epoch. */
  now(): number
}

/**
 * A call that has passed Google's common checks: the calling user, the validated query and the time in ms since the
 * epoch.
 */
export interface Call {
  person: Person
  query: Query
  now: number
}

/**
 * Makes Google's common checks of a call, in this order: credentials, parameters, scope, quota. Charges the quota, then
 * rejects `onBehalfOfContentOwner`, as the sandbox has no content owners. The method makes its own checks afterwards. A
 * call with invalid parameters is charged 1, whatever the cost of the method.
 * @throws GoogleError if a check fails
 * @see https://developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-20)
 */
export function openCall(method: Method, request: Request, { state, grants, quota, now }: Setting): Call {
  const given = new URL(request.originalUrl, 'http://sandbox').searchParams
  const bearer = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '')?.[1]
  const credential = bearer ?? given.get('access_token') ?? given.get('oauth_token')
  if (credential === null && given.has('key')) throw invalidKey()
  if (credential === null) throw reject('required')
  const token = grants.find(credential)
  const person = state.people.find(({ handle }) => handle === token?.handle)
  if (token === undefined || person === undefined) throw reject('authError')
  const query = readCharged(method, given, () => quota.charge(token.clientId, { ...method, cost: 1 }))
  if (!method.scopes.some((scope) => token.scopes.includes(scope))) throw insufficientScope(method.rpc, method.scopes)
  quota.charge(token.clientId, method)
  if (query.has('onBehalfOfContentOwner')) throw reject('forbidden', { message: 'No such content owner.' })
  return { person, query, now: now() }
}

/** Reads the query of a call. If it is invalid, calls `charge` before the error is thrown. */
function readCharged(method: Method, given: URLSearchParams, charge: () => void): Query {
  try {
    return readQuery(method, given)
  } catch (error) {
    charge()
    throw error
  }
}

/**
 * Builds an Express handler for a method. It sends the result of `handle`, an empty 204 response if the result is null,
 * or the `GoogleError` that a check or `handle` throws. Any other error is thrown.
 */
export function respondWith(
  method: Method,
  { setting, handle }: { setting: Setting; handle: (call: Call, setting: Setting) => Record<string, unknown> | null },
) {
  return (request: Request, response: Response): void => {
    try {
      const call = openCall(method, request, setting)
      const found = handle(call, setting)
      if (found === null) response.status(204).end()
      else response.json(keepFields(found, call.query.text('fields')))
    } catch (error) {
      sendError(response, error)
    }
  }
}

/** Sends a `GoogleError` as a response; throws any other error. */
export function sendError(response: Response, error: unknown): void {
  if (!(error instanceof GoogleError)) throw error
  response.status(error.status).set(error.headers).json(error.envelope)
}
