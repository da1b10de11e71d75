import { setTimeout as pause } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { CallLabels, CallRecord } from './call-record.ts'
import { inCallSpan } from './call-span.ts'
import { Deadline } from './deadline.ts'
import { type RawHeaders, toHeaders } from './exchange.ts'
import { OutboundError } from './outbound-error.ts'
import { prepareBody, type RequestBody } from './request-body.ts'
import { parseJson } from './response-body.ts'
import { mayRepeat, parseRetryAfter, pauseBefore, type RetryPolicy } from './retry-policy.ts'
import { exchangeWhole, type WholeResponse } from './whole-response.ts'

export interface OutboundRequest extends CallLabels {
  method: string
  url: string | URL
  headers?: Record<string, string>
  body?: RequestBody | undefined
  /** The length in bytes of a body that is a stream. */
  contentLength?: number
  signal?: AbortSignal | undefined
  /** The timeout in ms of the whole call: connection, request, response and retries; 30,000 if omitted. */
  timeoutMs?: number
  /** The maximum size of the decoded response in bytes; 8 MiB if omitted. */
  maxBytes?: number
  /**
   * The retry policy: `none` (default), or `read` for GET and HEAD, which makes up to three attempts if the connection
   * fails or the status is 502, 503 or 504, unless the host requests a pause of more than five seconds.
   */
  retry?: RetryPolicy
  /**
   * Called before each further attempt, to consume the quota that it costs. If this rejects, no further attempt is
   * made, and the call ends as the last attempt did.
   */
  beforeRetry?: (() => Promise<void>) | undefined
}

/**
 * A complete response. Its methods can be called any number of times. They return shared values that must not be
 * changed.
 */
export interface OutboundResponse {
  status: number
  headers: Headers
  bytes(): Buffer
  text(): string
  /**
   * Parses the body.
   * @throws OutboundError `bad_body` if it is not JSON
   */
  json(): unknown
}

/**
 * The connections, clock and random source of calls to configured hosts. `record` is called once for each finished
 * call, but not for one that is malformed (`TypeError`).
 */
interface Caller {
  dispatcher: Dispatcher
  now(): number
  random(): number
  record(method: string, call: CallRecord): void
}

const DEFAULTS = { timeoutMs: 30_000, maxBytes: 8 * 1024 * 1024, retry: 'none' } as const

/** A received response. Headers and JSON are parsed on first use and then kept. */
class ReceivedResponse implements OutboundResponse {
  readonly status: number
  readonly #raw: RawHeaders
  readonly #body: Buffer
  #headers: Headers | undefined
  #parsed: { value: unknown } | undefined

  constructor({ status, headers, body }: WholeResponse) {
    this.status = status
    this.#raw = headers
    this.#body = body
  }

  get headers(): Headers {
    this.#headers ??= toHeaders(this.#raw)
    return this.#headers
  }

  bytes(): Buffer {
    return this.#body
  }

  text(): string {
    return this.#body.toString('utf8')
  }

  json(): unknown {
    this.#parsed ??= { value: parseJson(this.text()) }
    return this.#parsed.value
  }
}

interface Sending {
  caller: Caller
  input: OutboundRequest
  url: URL
  deadline: Deadline
}

async function attemptOnce({ caller, input, url, deadline }: Sending): Promise<OutboundResponse> {
  const prepared = prepareBody(input.body)
  const length = input.contentLength === undefined ? {} : { 'content-length': String(input.contentLength) }
  const headers = { 'user-agent': 'carillon', ...prepared.headers, ...length, ...input.headers }
  const exchange = { dispatcher: caller.dispatcher, deadline, method: input.method, url, headers, body: prepared.body }
  return new ReceivedResponse(await exchangeWhole(exchange, input.maxBytes ?? DEFAULTS.maxBytes))
}

interface Attempted {
  response?: OutboundResponse
  error?: unknown
  attempts: number
}

async function attemptAll(sending: Sending): Promise<Attempted> {
  const { caller, input, deadline } = sending
  const policy = input.retry ?? DEFAULTS.retry
  for (let attempts = 1; ; attempts++) {
    const tried: Attempted = { attempts }
    try {
      tried.response = await attemptOnce(sending)
    } catch (error) {
      tried.error = error
    }
    const waitMs = pauseAfter(tried, policy, caller)
    if (waitMs === undefined) return tried
    try {
      await pause(waitMs, undefined, { signal: deadline.signal })
      await input.beforeRetry?.()
    } catch {
      return tried
    }
  }
}

function pauseAfter({ response, error, attempts }: Attempted, policy: RetryPolicy, caller: Caller): number | undefined {
  if (response !== undefined) {
    if (!mayRepeat(policy, response.status)) return undefined
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), caller.now())
    return pauseBefore(policy, attempts, { status: response.status, retryAfterMs }, caller.random)
  }
  return error instanceof OutboundError ? pauseBefore(policy, attempts, error, caller.random) : undefined
}

/**
 * Calls a host of Carillon's configuration and reads the complete response. A response with any status is returned,
 * including redirects, which are not followed.
 * @throws OutboundError if no complete response arrived; TypeError if the request is malformed, or for the retry policy
 *   `read` with a method other than GET and HEAD
 */
export function callConfigured(caller: Caller, input: OutboundRequest): Promise<OutboundResponse> {
  return inCallSpan(input, () => call(caller, input))
}

async function call(caller: Caller, input: OutboundRequest): Promise<OutboundResponse> {
  if (input.retry === 'read' && !['GET', 'HEAD'].includes(input.method)) {
    throw new TypeError(`${input.method} may not be repeated: the retry policy "read" is for GET and HEAD`)
  }
  const url = new URL(input.url)
  const began = caller.now()
  const deadline = new Deadline(input.timeoutMs ?? DEFAULTS.timeoutMs, input.signal)
  const { response, error, attempts } = await attemptAll({ caller, input, url, deadline })
  deadline.end()
  const labels = { network: input.network, operation: input.operation, host: url.host, attempts }
  const durationMs = caller.now() - began
  if (response !== undefined) {
    caller.record(input.method, { ...labels, status: response.status, durationMs })
    return response
  }
  if (error instanceof OutboundError)
    caller.record(input.method, { ...labels, kind: error.kind, sent: error.sent, durationMs })
  throw error
}
