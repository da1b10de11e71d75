import { OutboundError } from '../outbound-error.ts'
import type { RequestBody } from '../request-body.ts'

/** One request in a chain of redirects. */
export interface Hop {
  method: string
  url: URL
  headers: Record<string, string>
  body: RequestBody | undefined
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const CREDENTIALS = new Set(['authorization', 'proxy-authorization', 'cookie', 'dpop'])

/** Returns the headers without those for which `unwanted` returns true, given the name in lower case. */
export function withoutHeaders(headers: Record<string, string>, unwanted: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !unwanted(name.toLowerCase())))
}

/**
 * Returns whether a header, by its name in lower case, contains credentials. Such headers are not sent to another
 * origin.
 */
export function isCredential(name: string): boolean {
  return CREDENTIALS.has(name)
}

/**
 * Returns the request that follows a redirect, as `fetch` would send it; undefined if the status is not that of a
 * redirect or `location` is null. Credentials are not sent to another origin. `repeatable` is whether the body can be
 * sent again.
 * @throws OutboundError `bad_redirect` if `location` is not a URL, or if the body would have to be sent again and
 *   cannot
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch (read 2026-11-20)
 */
export function nextHop(hop: Hop, status: number, location: string | null, repeatable: boolean): Hop | undefined {
  if (!REDIRECTS.has(status) || location === null) return undefined
  const url = URL.parse(location, hop.url)
  if (url === null) throw new OutboundError('bad_redirect', true, 'the redirect names no URL')
  const leaves = url.origin !== hop.url.origin
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  if (!becomesGet && !repeatable) throw new OutboundError('bad_redirect', true, 'a stream cannot be sent again')
  const headers = withoutHeaders(
    hop.headers,
    (name) => (leaves && isCredential(name)) || (becomesGet && name.startsWith('content-')),
  )
  return becomesGet ? { method: 'GET', url, headers, body: undefined } : { ...hop, url, headers }
}
