import type { Method } from './operation-types.ts'

/** A request of any operation. `body` is sent as JSON unless it is a form or bytes. `CallOptions` describes others. */
export interface AnyOptions {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string | undefined>>
  body?: unknown
  signal?: AbortSignal
  timeoutMs?: number
  maxRetries?: number
  lookUpFirst?: boolean
  onLost?: () => void
}

export interface AnyRequest extends AnyOptions {
  method: Method | 'head'
  /** The path below `/api/v1`, with its parameters in braces. */
  template: string
}

function withParameters(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = parameters[name]
    // A dot segment would be resolved: the request would go to another path.
    if (value === undefined || /^\.{0,2}$/.test(value)) throw new TypeError(`The path ${path} needs path.${name}.`)
    return encodeURIComponent(value)
  })
}

function queryText(query: AnyOptions['query'] = {}): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Returns whether a body is sent as it is; any other body is sent as JSON. */
const isRaw = (body: unknown): body is FormData | Uint8Array<ArrayBuffer> =>
  body instanceof FormData || body instanceof Uint8Array

export const withoutSlash = (baseUrl: string) => baseUrl.replace(/(?<!\/)\/+$/, '')

const invalid = new WeakSet<object>()

/** Returns whether `error` is about an invalid request or URL: nothing was sent, and a retry would fail as well. */
export const isInvalidRequest = (error: unknown): boolean =>
  invalid.has(Object(error)) || Object(Object(error).cause).code === 'ERR_INVALID_URL'

/** Returns the URL and options of a request for `fetch`. Throws if it is invalid, such as without a path parameter. */
export function requestOf(...args: Parameters<typeof build>): ReturnType<typeof build> {
  try {
    return build(...args)
  } catch (error) {
    invalid.add(Object(error))
    throw error
  }
}

function build({ baseUrl, apiKey }: { baseUrl: string; apiKey?: string }, request: AnyRequest) {
  const { method, template, body } = request
  const headers = new Headers({ accept: 'application/json' })
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`)
  if (body !== undefined && !isRaw(body)) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(request.headers ?? {})) if (value !== undefined) headers.set(name, value)
  const init: RequestInit = {
    method: method.toUpperCase(),
    headers,
    // Followed, a write would become a read, or its body would go to another host.
    redirect: method === 'get' || method === 'head' ? 'follow' : 'manual',
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
  }
  const url = `${withoutSlash(baseUrl)}/api/v1${withParameters(template, request.path)}${queryText(request.query)}`
  return { url, init }
}
