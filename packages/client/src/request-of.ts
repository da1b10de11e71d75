import type { Method } from './operation-types.ts'

/** A request before it is known to which operation it belongs. */
export interface AnyOptions {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string | undefined>>
  body?: unknown
  signal?: AbortSignal
}

interface Target {
  baseUrl: string
  apiKey?: string
  method: Method
  path: string
}

function withParameters(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new TypeError(`The path ${path} needs path.${name}.`)
    return encodeURIComponent(value)
  })
}

function queryText(query: AnyOptions['query'] = {}): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** The URL and the options with which a request is fetched. */
export function requestOf({ baseUrl, apiKey, method, path }: Target, options: AnyOptions = {}) {
  const { body, signal } = options
  const headers = new Headers({ accept: 'application/json' })
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`)
  for (const [name, value] of Object.entries(options.headers ?? {})) if (value !== undefined) headers.set(name, value)
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
  const init: RequestInit = {
    method: method.toUpperCase(),
    headers,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  return { url: `${base}/api/v1${withParameters(path, options.path)}${queryText(options.query)}`, init }
}
