import type { Dispatcher } from 'undici'
import type { CallLabels, CallRecord } from '../call-record.ts'
import { inCallSpan } from '../call-span.ts'
import { Deadline } from '../deadline.ts'
import { exchange, type RawResponse } from '../exchange.ts'
import { OutboundError, toOutboundError } from '../outbound-error.ts'
import { prepareBody, type RequestBody } from '../request-body.ts'
import { collect, parseJson, readBody } from '../response-body.ts'
import { checkDestination, type DestinationRules } from './destination.ts'
import { type Hop, isCredential, nextHop, withoutHeaders } from './redirect.ts'

export interface GuardedInput extends CallLabels {
  url: string | URL
  /** The HTTP method; GET if omitted. */
  method?: string
  headers?: Record<string, string>
  body?: RequestBody | undefined
  signal?: AbortSignal | undefined
  /** The timeout in ms of the whole call, with all redirects and reading the body; 30,000 if omitted. */
  timeoutMs?: number
  /** The maximum size of the decoded body in bytes; 5 MiB if omitted. */
  maxBytes?: number
  /**
   * The handling of redirects, as in `fetch`: `follow` (default) follows up to three, `error` throws `bad_redirect`,
   * `manual` returns the redirect as the response.
   */
  redirect?: 'follow' | 'error' | 'manual'
  /**
   * `omit` (default): the headers `Authorization`, `Proxy-Authorization` and `DPoP` are removed. `same-origin`: they
   * are sent to the origin of `url` only. Cookies are never sent.
   */
  credentials?: 'omit' | 'same-origin'
}

export interface GuardedResponse {
  status: number
  headers: Headers
  /** The URL of the response, after redirects. */
  url: string
  redirected: boolean
  /**
   * The decoded body. It must be read once, either from here or with one of the methods, or be closed with the `return`
   * of its iterator. A body that breaks off, is damaged or exceeds `maxBytes` throws an `OutboundError`.
   */
  body: AsyncIterable<Uint8Array>
  /** Reads the body; throws as `body` does. */
  bytes(): Promise<Buffer>
  /** Reads the body as UTF-8; throws as `body` does. */
  text(): Promise<string>
  /** Parses the body; throws an `OutboundError` `bad_body` if it is not JSON. */
  json(): Promise<unknown>
}

/**
 * The rules, connections and clock of guarded calls. `record` is called when the headers have arrived or a call has
 * failed.
 */
interface GuardedCaller {
  rules: DestinationRules
  /** The dispatcher for the exceptions of `rules`. */
  plain: Dispatcher
  /** The dispatcher for all other hosts. It connects only to public IP addresses. */
  guarded: Dispatcher
  now(): number
  record(method: string, call: CallRecord): void
}

const MAX_REDIRECTS = 3
const DEFAULTS = { method: 'GET', timeoutMs: 30_000, maxBytes: 5 * 1024 * 1024 } as const

function firstHop(input: GuardedInput): Hop {
  const url = URL.parse(String(input.url))
  if (url === null) throw new OutboundError('rejected_address', false, 'not a URL')
  const omit = input.credentials !== 'same-origin'
  const headers = withoutHeaders(input.headers ?? {}, (name) => name === 'cookie' || (omit && isCredential(name)))
  return { method: (input.method ?? DEFAULTS.method).toUpperCase(), url, headers, body: input.body }
}

async function send(caller: GuardedCaller, hop: Hop, deadline: Deadline): Promise<RawResponse> {
  const destination = checkDestination(hop.url, caller.rules)
  const prepared = prepareBody(hop.body)
  return await exchange({
    dispatcher: destination === 'allowed' ? caller.plain : caller.guarded,
    deadline,
    method: hop.method,
    url: hop.url,
    headers: { 'user-agent': 'carillon', ...prepared.headers, ...hop.headers },
    body: prepared.body,
  })
}

interface Followed {
  response: RawResponse
  /** The last request that was sent. */
  hop: Hop
  redirected: boolean
}

/**
 * Sends the request and follows its redirects, and keeps `last.hop` up to date. Returns when the headers of the last
 * response have arrived; its body is unread.
 */
async function follow(
  caller: GuardedCaller,
  input: GuardedInput,
  { last, deadline }: { last: { hop: Hop }; deadline: Deadline },
): Promise<Followed> {
  for (let redirects = 0; ; redirects++) {
    const { hop } = last
    let response: RawResponse
    try {
      response = await send(caller, hop, deadline)
    } catch (error) {
      // An earlier hop got a response, so the request was sent.
      throw redirects > 0 && error instanceof OutboundError
        ? toOutboundError(error, { sent: true, host: hop.url.host })
        : error
    }
    try {
      const location = input.redirect === 'manual' ? null : response.headers.get('location')
      const next = nextHop(hop, response.status, location, prepareBody(hop.body).repeatable)
      if (next === undefined) return { response, hop, redirected: redirects > 0 }
      if (input.redirect === 'error') throw new OutboundError('bad_redirect', true, 'a redirect was not expected')
      if (redirects === MAX_REDIRECTS) throw new OutboundError('bad_redirect', true, 'too many redirects')
      last.hop = next
    } catch (error) {
      response.body.on('error', () => undefined).destroy()
      throw error
    }
    response.body.on('error', () => undefined).destroy()
  }
}

function toGuardedResponse({ response, hop, redirected }: Followed, body: AsyncIterable<Uint8Array>): GuardedResponse {
  const text = async () => (await collect(body)).toString('utf8')
  return {
    status: response.status,
    headers: response.headers,
    url: hop.url.href,
    redirected,
    body,
    bytes: () => collect(body),
    text,
    json: async () => parseJson(await text()),
  }
}

/**
 * Calls a URL that a client, a user or a network named. Allows HTTPS at public IP addresses, on the ports of the rules,
 * and the exceptions of the rules; each redirect, of at most three, is checked again. Resolves when the headers have
 * arrived; the same deadline applies to reading the body.
 * @throws OutboundError if the guard rejects the URL, or if no usable response arrived; TypeError if the request is
 *   malformed
 */
export function callGuarded(caller: GuardedCaller, input: GuardedInput): Promise<GuardedResponse> {
  return inCallSpan(input, () => call(caller, input))
}

async function call(caller: GuardedCaller, input: GuardedInput): Promise<GuardedResponse> {
  const began = caller.now()
  const { timeoutMs, maxBytes } = { ...DEFAULTS, ...input }
  const deadline = new Deadline(timeoutMs, input.signal)
  const labels = { network: input.network, operation: input.operation, attempts: 1 }
  let last: { hop: Hop } | undefined
  try {
    last = { hop: firstHop(input) }
    const followed = await follow(caller, input, { last, deadline })
    const { response, hop } = followed
    const durationMs = caller.now() - began
    caller.record(hop.method, { ...labels, host: hop.url.host, status: response.status, durationMs })
    return toGuardedResponse(followed, readBody(response, { maxBytes, onEnd: () => deadline.end() }))
  } catch (error) {
    deadline.end()
    if (error instanceof OutboundError) {
      const { kind, sent } = error
      const { method = input.method ?? DEFAULTS.method, url } = last?.hop ?? {}
      caller.record(method, { ...labels, host: url?.host ?? '', kind, sent, durationMs: caller.now() - began })
    }
    throw error
  }
}
