import { pause } from './pause.ts'
import { type AnyResult, type Received, readResponse } from './read-response.ts'
import { type AnyRequest, requestOf } from './request-of.ts'
import { isNotSent, isSafeToRepeat, retryDelay } from './retries.ts'

export interface ClientOptions {
  /** The URL of the gateway, without `/api/v1`. `createClient` throws `TypeError` for another scheme than http(s). */
  baseUrl: string
  /** The API key. Omit it if `fetch` authenticates the requests. */
  apiKey?: string
  /** Used instead of the global `fetch`, for tests and proxies. */
  fetch?: typeof globalThis.fetch
  /** Milliseconds after which an attempt counts as lost; `Infinity` for no timeout. Default: 100,000. */
  timeoutMs?: number
  /** The maximum number of retries; none if unsafe, or if Retry-After is more than 60 seconds. Default: 2. */
  maxRetries?: number
  /** Milliseconds in which the service has to store a write; one not found later is not stored. Default: 120,000. */
  publishWithinMs?: number
  /** Milliseconds after `publishWithinMs` during which a failing lookup is repeated. Default: 300,000. */
  lookupTimeoutMs?: number
}

type Settings = Required<Omit<ClientOptions, 'apiKey'>> & Pick<ClientOptions, 'apiKey'>

/** Sends requests to the service at `baseUrl`. */
export interface Connection {
  settings: Settings
  /** Returns the service's time in ms since the epoch, estimated from the last response; before it, the local time. */
  now(): number
  /** Sends a request once. Throws `ApiError`, `UnexpectedResponseError`, or the error of `fetch`, timeout or abort. */
  once<Data>(request: AnyRequest): Promise<AnyResult<Data>>
  /**
   * Sends a request, and again up to `maxRetries` times: if no connection was made, if `X-Should-Retry` is true or, if
   * it is absent and `isRepeatable` (default: GET, HEAD), after a 429, a 5xx or a lost response. Throws the last error.
   */
  send<Data>(request: AnyRequest, isRepeatable?: boolean): Promise<AnyResult<Data>>
}

/** Returns the error for an attempt without a response in time. */
const attemptTimeout = (timeoutMs: number) =>
  Object.assign(new Error(`There was no response within ${timeoutMs} ms.`), { name: 'AttemptTimeoutError' })

export function connect(options: ClientOptions): Connection {
  if (/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(options.baseUrl))
    throw new TypeError(`baseUrl begins with http:// or https://, not "${options.baseUrl}".`)
  const { timeoutMs = 100_000, maxRetries = 2, publishWithinMs = 120_000, lookupTimeoutMs = 300_000 } = options
  const { fetch = (...args) => globalThis.fetch(...args) } = options
  const settings: Settings = { ...options, fetch, timeoutMs, maxRetries, publishWithinMs, lookupTimeoutMs }
  let skewMs = 0

  async function receive(request: AnyRequest): Promise<Received> {
    const { signal, timeoutMs = settings.timeoutMs } = request
    const { url, init } = requestOf(settings, request)
    if (signal?.aborted) throw signal.reason
    const controller = new AbortController()
    const onAbort = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const onTimeout = () => controller.abort(attemptTimeout(timeoutMs))
    // A timer with a longer delay, such as `Infinity`, would fire at once.
    const timer = setTimeout(onTimeout, Math.min(timeoutMs, 2 ** 31 - 1))
    try {
      const response = await fetch(url, { ...init, signal: controller.signal })
      const date = Date.parse(response.headers.get('date') ?? '')
      if (!Number.isNaN(date)) skewMs = date - Date.now()
      return { status: response.status, headers: response.headers, text: await response.text() }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  const once = async <Data>(request: AnyRequest) => readResponse<Data>(await receive(request))

  return {
    settings,
    now: () => Date.now() + skewMs,
    once,
    async send<Data>(request: AnyRequest, isRepeatable = request.method === 'get' || request.method === 'head') {
      const { signal, maxRetries = settings.maxRetries } = request
      for (let attempt = 0; ; attempt++) {
        try {
          return await once<Data>(request)
        } catch (error) {
          const delayMs = retryDelay(error, attempt)
          const isSafe = isNotSent(error) || isSafeToRepeat(error, isRepeatable)
          if (signal?.aborted || attempt >= maxRetries || !isSafe || delayMs === null) throw error
          await pause(delayMs, signal)
        }
      }
    },
  }
}
