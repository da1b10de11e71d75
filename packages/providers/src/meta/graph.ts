import { createHmac } from 'node:crypto'
import type { OutboundResponse } from '@carillon/outbound'
import type { AppCall } from '../call-context.ts'
import { callNetwork, type Dialect, type NetworkRequest } from '../call-network.ts'
import { type Outcome, ProviderError } from '../error-rules.ts'
import { type Fields, isObject, objectOf, textOf } from '../json.ts'
import { lacking, requiredItems } from '../required-fields.ts'
import { parseGraphJson } from './graph-json.ts'

/**
 * The version of the Graph API in the paths of calls.
 * @see https://developers.facebook.com/docs/graph-api/changelog (read 2026-11-20)
 */
export const graphVersion = 'v25.0'

type GraphValue = string | number | boolean | readonly unknown[] | { readonly [key: string]: unknown }
/** Parameters of a Graph API call, keyed by name. Undefined values are omitted. */
export type GraphParameters = Readonly<Record<string, GraphValue | undefined>>

/**
 * The access token of a Graph API call: that of a user, a Page, an Instagram account or a business. Calls that contain
 * the app's secret need no token.
 */
export interface GraphToken {
  token: string
  /** The secret of the app to which the token was issued; it signs `appsecret_proof`. */
  appSecret?: string | undefined
}

export interface GraphRequest
  extends Pick<
    NetworkRequest,
    'headers' | 'signal' | 'maxBytes' | 'contentLength' | 'retry' | 'beforeRetry' | 'expects'
  > {
  method: 'GET' | 'POST' | 'DELETE'
  /** The origin of the Graph host, without a trailing slash. */
  host: string
  /** The path below the version, such as `/me/accounts`. */
  path: string
  /** False for URLs without a version, such as some token endpoints; true if omitted. */
  versioned?: boolean
  operation: string
  access: GraphToken | null
  query?: GraphParameters
  /** Sent as form fields; lists and objects are encoded as JSON. */
  form?: GraphParameters
  /** A complete body instead of `form`; its content type has to be in `headers`. */
  body?: NetworkRequest['body']
  /** 20,000 if omitted. */
  timeoutMs?: number
  /** The outcome of a change that Meta reports as not made without an error; `indeterminate` if omitted. */
  outcomeIfNotMade?: Outcome
}

/** Returns the body and headers of a Graph API call that is documented with a JSON body instead of form fields. */
export function jsonBody(value: Fields): Required<Pick<GraphRequest, 'body' | 'headers'>> {
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } }
}

/**
 * Encodes parameters as form fields or a query. Lists and objects are encoded as JSON; undefined values are omitted.
 */
export function encodeParameters(parameters: GraphParameters): URLSearchParams {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    encoded.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return encoded
}

/**
 * Computes `appsecret_proof`, which proves that the app's own server uses the token: a hexadecimal HMAC-SHA256 of the
 * token. Meta ignores it unless the app requires it. Undefined without an app secret.
 * @see https://developers.facebook.com/docs/graph-api/guides/secure-requests (read 2026-11-20)
 */
function secretProof({ token, appSecret }: GraphToken): string | undefined {
  return appSecret === undefined ? undefined : createHmac('sha256', appSecret).update(token).digest('hex')
}

function urlOf({ host, path, versioned = true, query = {}, access }: GraphRequest): string {
  const proof = access ? secretProof(access) : undefined
  const search = encodeParameters({ ...query, appsecret_proof: proof }).toString()
  return `${host}${versioned ? `/${graphVersion}` : ''}${path}${search && `?${search}`}`
}

/**
 * Returns whether a response without an error reports that the change was not made: `{"success": false}`, or `false`
 * alone, as earlier versions respond. The reference does not say when Graph does that.
 * @see https://github.com/facebook-csharp-sdk/facebook-csharp-sdk/issues/329 (read 2026-11-29)
 */
function isNotMade(response: OutboundResponse, { success }: Fields): boolean {
  return success === false || response.text().trim() === 'false'
}

/**
 * Makes a Graph API call and returns the body of its successful response, `{}` if that is not an object. A `GET` is
 * made up to three times if the connection fails or the status is 502, 503 or 504, unless `retry` is set otherwise.
 * @throws ProviderError translated by `dialect` if Meta rejects the call; the error of `callNetwork` if no response
 *   arrives; `provider_error` if the body is not JSON, or if Meta reports that a change was not made
 */
export async function callGraph(call: AppCall, dialect: Dialect, request: GraphRequest): Promise<Fields> {
  const { method, operation, access, form, timeoutMs = 20_000, headers, signal, maxBytes, contentLength } = request
  const { outcomeIfNotMade = 'indeterminate' } = request
  const body = form ? encodeParameters(form) : request.body
  const response = await callNetwork(call, dialect, {
    method,
    url: urlOf(request),
    operation,
    timeoutMs,
    retry: request.retry ?? (method === 'GET' ? 'read' : 'none'),
    beforeRetry: request.beforeRetry,
    headers: { ...(access && { authorization: `Bearer ${access.token}` }), ...headers },
    ...(body !== undefined && { body }),
    expects: request.expects,
    ...(signal && { signal }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(contentLength !== undefined && { contentLength }),
  })
  const result = graphBody(response)
  if (method === 'GET' || !isNotMade(response, result)) return result
  const message = 'The platform reported that the change was not made, without a reason; try again.'
  throw new ProviderError('provider_error', message, outcomeIfNotMade, {
    cause: new Error(`the response to ${operation} is ${response.text().slice(0, 100)}`),
  })
}

/**
 * Parses the body of a successful Graph API response; `{}` if it is not an object. Throws `provider_error` with the
 * outcome `indeterminate` if the body is not JSON, since it then comes from an intermediary.
 */
export function graphBody(response: OutboundResponse): Fields {
  try {
    return objectOf(parseGraphJson(response.text()))
  } catch (error) {
    throw new ProviderError(
      'provider_error',
      'The platform returned a response that cannot be read.',
      'indeterminate',
      {
        cause: error,
      },
    )
  }
}

/**
 * Returns a string that a response must contain.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the field is missing, empty or not a
 *   string
 */
export function requiredText(body: Fields, field: string): string {
  const value = textOf(body[field])
  if (value === null) throw lacking(field)
  return value
}

export interface GraphPage {
  items: Fields[]
  /** The value of the parameter `after` for the next page; null on the last page. */
  after: string | null
}

/**
 * Returns the items of one page of a list, and in `after` the cursor of the next page, null on the last. Meta's URL of
 * the next page contains the token, so it is not stored: the next request is built from the cursor.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the response contains no list, or if a
 *   page with items has a next page without a cursor, since the list would seem to end there
 * @see https://developers.facebook.com/docs/graph-api/results (read 2026-11-20)
 */
export function graphPage(body: Fields): GraphPage {
  const items = requiredItems(body, 'data')
  const { cursors, next } = objectOf(body['paging'])
  if (next === undefined) return { items, after: null }
  const after = textOf(objectOf(cursors)['after']) ?? afterIn(next)
  // Lists paged by time end with an empty page, which may have a next one, too.
  if (after === null && items.length > 0) throw lacking('paging.cursors.after')
  return { items, after }
}

/** Returns the parameter `after` of the URL of a next page; null without one. */
function afterIn(next: unknown): string | null {
  return textOf(URL.parse(String(next))?.searchParams.get('after'))
}

/**
 * Returns the first page of a list that is the value of a field. Graph omits such a field if the list is empty; the
 * page then has no items.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the value is an object that `graphPage`
 *   rejects
 */
export function inlinePage(value: unknown): GraphPage {
  return isObject(value) ? graphPage(value) : { items: [], after: null }
}
