import { createHmac } from 'node:crypto'
import type { OutboundAnswer } from '@carillon/outbound'
import type { AppCall } from '../call-context.ts'
import { callNetwork, type Dialect, type NetworkRequest } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, listOf, objectOf, textOf } from '../json.ts'
import { parseGraphJson } from './graph-json.ts'

/**
 * The version that every call names.
 * @see https://developers.facebook.com/docs/graph-api/changelog (read 2026-11-20)
 */
export const graphVersion = 'v25.0'

export type GraphValue = string | number | boolean | readonly unknown[] | { readonly [key: string]: unknown }
/** Parameters by name; undefined ones are left out. */
export type GraphParameters = Readonly<Record<string, GraphValue | undefined>>

/** Whose call it is: a user's, Page's or Instagram account's token, or none for calls that carry the app's secret. */
export interface GraphToken {
  token: string
  /** Of the app that the token was made for; proves that the call comes from its server. */
  appSecret?: string | undefined
}

export interface GraphRequest
  extends Pick<NetworkRequest, 'headers' | 'signal' | 'maxBytes' | 'contentLength' | 'retry' | 'expects'> {
  method: 'GET' | 'POST' | 'DELETE'
  /** Origin of the Graph host, without a slash at its end. */
  host: string
  /** Below the version: `/me/accounts`. */
  path: string
  /** False for addresses that carry none, as some of the token endpoints. */
  versioned?: boolean
  operation: string
  access: GraphToken | null
  query?: GraphParameters
  /** Sent form-encoded; lists and objects as JSON in their field. */
  form?: GraphParameters
  /** A ready-made body in place of `form`; its content type goes into `headers`. */
  body?: NetworkRequest['body']
  timeoutMs?: number
}

/** A body of JSON, for the calls that are documented with one. */
export function jsonBody(value: Fields): Required<Pick<GraphRequest, 'body' | 'headers'>> {
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } }
}

/** Parameters as a form carries them. */
export function encodeParameters(parameters: GraphParameters): URLSearchParams {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    encoded.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return encoded
}

/**
 * Proves that a token is used by the server that it was given to; ignored unless the app demands it.
 * @see https://developers.facebook.com/docs/graph-api/guides/secure-requests (read 2026-11-20)
 */
export function secretProof({ token, appSecret }: GraphToken): string | undefined {
  return appSecret === undefined ? undefined : createHmac('sha256', appSecret).update(token).digest('hex')
}

function urlOf({ host, path, versioned = true, query = {}, access }: GraphRequest): string {
  const proof = access ? secretProof(access) : undefined
  const search = encodeParameters({ ...query, appsecret_proof: proof }).toString()
  return `${host}${versioned ? `/${graphVersion}` : ''}${path}${search && `?${search}`}`
}

/** One call of the Graph API; answers its body. Reads are repeated where nothing was heard unless `retry` says otherwise. */
export async function callGraph(call: AppCall, dialect: Dialect, request: GraphRequest): Promise<Fields> {
  const { method, operation, access, form, timeoutMs = 20_000, headers, signal, maxBytes, contentLength } = request
  const body = form ? encodeParameters(form) : request.body
  const answer = await callNetwork(call, dialect, {
    method,
    url: urlOf(request),
    operation,
    timeoutMs,
    retry: request.retry ?? (method === 'GET' ? 'read' : 'none'),
    headers: { ...(access && { authorization: `Bearer ${access.token}` }), ...headers },
    ...(body !== undefined && { body }),
    expects: request.expects,
    ...(signal && { signal }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(contentLength !== undefined && { contentLength }),
  })
  return graphBody(answer)
}

/** The body of a success. One that is no JSON comes from something between us and Graph, so nothing is known. */
export function graphBody(answer: OutboundAnswer): Fields {
  try {
    return objectOf(parseGraphJson(answer.text()))
  } catch (error) {
    throw new ProviderError('provider_error', 'The network gave an answer that cannot be read.', 'indeterminate', {
      cause: error,
    })
  }
}

/** A text field that a response must have. Without it the effect of the call is unknown: throws an `indeterminate` error. */
export function requiredText(body: Fields, field: string): string {
  const value = textOf(body[field])
  if (value !== null) return value
  throw new ProviderError('provider_error', 'The network gave an answer that cannot be read.', 'indeterminate', {
    cause: new Error(`the answer lacks ${field}`),
  })
}

export interface GraphPage {
  items: Fields[]
  /** What `after` takes for the page that follows; null on the last one. */
  after: string | null
}

/**
 * One page of a list. The address that Graph gives for the next one carries the token, so it is only taken as a sign that
 * there is one, and rebuilt from the cursor.
 * @see https://developers.facebook.com/docs/graph-api/results (read 2026-11-20)
 */
export function graphPage(body: Fields): GraphPage {
  const { cursors, next } = objectOf(body['paging'])
  return { items: listOf(body['data']), after: next === undefined ? null : textOf(objectOf(cursors)['after']) }
}

/** All items of a list, a page at a time, `maxPages` at most. */
export async function readAllPages(
  call: AppCall,
  dialect: Dialect,
  { maxPages = 20, ...request }: Omit<GraphRequest, 'method'> & { maxPages?: number },
): Promise<Fields[]> {
  const items: Fields[] = []
  let after: string | undefined
  for (let read = 0; read < maxPages; read++) {
    const page = graphPage(
      await callGraph(call, dialect, { ...request, method: 'GET', query: { ...request.query, after } }),
    )
    items.push(...page.items)
    if (page.after === null) break
    after = page.after
  }
  return items
}
