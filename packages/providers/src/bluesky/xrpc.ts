import { findOutboundError, type OutboundResponse, type RequestBody } from '@carillon/outbound'
import type { AppCall } from '../call-context.ts'
import { transportFailure } from '../call-network.ts'
import { noteUnexpected, noteUnknownError } from '../drift.ts'
import { type ErrorRule, ProviderError, translate } from '../error-rules.ts'
import { bodyOf } from '../json.ts'
import { requireNoPage } from '../required-fields.ts'
import { nonces } from './dpop/nonces.ts'
import { makeProof } from './dpop/proof.ts'
import { challengeOf, errorRules, rejectionOf } from './errors.ts'
import { blueskyResponses } from './responses.ts'
import type { Session } from './session.ts'

interface XrpcCall {
  /** The name of the method, such as `com.atproto.repo.getRecord`. */
  method: string
  query?: Record<string, string | number | readonly string[]>
  /** The body, sent as JSON. Without `input` and `bytes` the call is a query (`GET`). */
  input?: Record<string, unknown>
  /**
   * A binary body of `length` bytes. It is opened for every attempt, since the server may reject the first one to send
   * a nonce.
   */
  bytes?: { contentType: string; length: number; open(): Exclude<RequestBody, FormData> }
  headers?: Record<string, string>
  /** The timeout in ms of one attempt; 15,000 if omitted. */
  timeoutMs?: number
  /** The maximum size in bytes of the response; 1 MiB if omitted. */
  maxBytes?: number
  /** The rules that translate rejections; `errorRules` if omitted. */
  rules?: readonly ErrorRule[]
}

const repeatableStatuses = [502, 503, 504]

/**
 * The maximum size in bytes of a response. Users choose their server, and parsed JSON takes more than ten times as much
 * memory.
 */
const maxResponseBytes = 1024 * 1024

function urlOf(session: Session, { method, query = {} }: XrpcCall): URL {
  const url = new URL(`/xrpc/${method}`, session.server)
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) url.searchParams.append(name, String(one))
  }
  return url
}

function encode({ input, bytes }: XrpcCall): { headers: Record<string, string>; body?: RequestBody } {
  if (bytes) {
    const headers = { 'content-type': bytes.contentType, 'content-length': String(bytes.length) }
    return { headers, body: bytes.open() }
  }
  return input ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) } : { headers: {} }
}

async function send(call: AppCall, session: Session, request: XrpcCall): Promise<OutboundResponse> {
  const url = urlOf(session, request)
  const method = request.input || request.bytes ? 'POST' : 'GET'
  const proof = await makeProof({ session, method, url, nonce: nonces.get(url.origin), now: call.now() })
  const { headers, body } = encode(request)
  const response = await call.outbound.guarded({
    network: 'bluesky',
    operation: request.method,
    method,
    url,
    headers: { ...headers, ...request.headers, authorization: `DPoP ${session.accessToken}`, dpop: proof },
    body,
    signal: call.signal,
    timeoutMs: request.timeoutMs ?? 15_000,
    maxBytes: request.maxBytes ?? maxResponseBytes,
    redirect: 'error',
    credentials: 'same-origin',
  })
  const held = await response.bytes()
  const nonce = response.headers.get('dpop-nonce')
  if (nonce) nonces.set(url.origin, nonce)
  return {
    status: response.status,
    headers: response.headers,
    bytes: () => held,
    text: () => held.toString('utf8'),
    json: () => JSON.parse(held.toString('utf8')),
  }
}

function wantsNonce({ status, headers }: OutboundResponse): boolean {
  return status === 401 && headers.has('dpop-nonce') && challengeOf(headers) === 'use_dpop_nonce'
}

async function sendWithNonce(call: AppCall, session: Session, request: XrpcCall): Promise<OutboundResponse> {
  const response = await send(call, session, request)
  return wantsNonce(response) ? send(call, session, request) : response
}

/**
 * Sends a query, and sends it once more if the connection failed or a proxy in front of the server did (status 502, 503
 * or 504).
 */
async function sendQuery(call: AppCall, session: Session, request: XrpcCall): Promise<OutboundResponse> {
  try {
    const response = await sendWithNonce(call, session, request)
    if (!repeatableStatuses.includes(response.status)) return response
  } catch (error) {
    if (findOutboundError(error)?.kind !== 'network') throw error
  }
  return sendWithNonce(call, session, request)
}

/**
 * Calls a method of the account's own server with the stored token, which is never refreshed here, and returns the
 * body; `{}` if that is not a JSON object. The request passes the outbound guard, because the account chooses its
 * server. It is repeated once with a new nonce if the server demands one, and a query also after a failed connection or
 * a status from 502 to 504.
 * @throws ProviderError translated by the rules of the request, with `tokenRejected` if the server rejected the token;
 *   the error of `transportFailure` if no response arrives; `provider_error` with the outcome `indeterminate` if the
 *   response is a page of HTML or XML, such as that of a proxy
 * @see https://atproto.com/specs/xrpc (read 2026-11-20)
 */
export async function callServer(call: AppCall, session: Session, request: XrpcCall): Promise<Record<string, unknown>> {
  let response: OutboundResponse
  try {
    const query = !request.input && !request.bytes
    response = await (query ? sendQuery : sendWithNonce)(call, session, request)
  } catch (error) {
    throw transportFailure(error)
  }
  const rejection = rejectionOf(response, call.now())
  if (rejection) {
    const rules = request.rules ?? errorRules
    noteUnknownError(call, { operation: request.method, rules }, rejection)
    throw translate(rules, rejection, { operation: request.method, ...rejection })
  }
  requireNoPage(response)
  noteUnexpected(call, { operation: request.method, expects: blueskyResponses.fields[request.method] }, response)
  return bodyOf(response)
}

/**
 * Creates the `provider_error` for a successful response of this method that does not have the documented form. The
 * outcome is `indeterminate`.
 */
export function unexpectedResponse(method: string): ProviderError {
  return new ProviderError('provider_error', 'The platform returned an unexpected response.', 'indeterminate', {
    cause: new Error(`${method}: a field is missing`),
  })
}
