import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a page's origin is this machine, under the host in the request. */
function isLocal(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin)
  return url !== null && url.origin === origin && url.host === host?.toLowerCase() && loopback.has(url.hostname)
}

/**
 * Rejects MCP requests from web pages of other origins. The origin of `publicUrl` is allowed, also `localhost`,
 * `127.0.0.1` or `[::1]` if the `Host` header is the same; requests without an `Origin` header pass. Matching the
 * `Host` header alone is not enough, because a page of another origin can make its name resolve to this machine.
 * @throws ServiceError `invalid_request` (403)
 */
export function requireOwnPage(
  { headers, headersDistinct }: IncomingMessage,
  { publicUrl }: { publicUrl: string },
): void {
  const [origin, ...others] = headersDistinct['origin'] ?? []
  if (origin === undefined) return
  const isOwn = (origin === new URL(publicUrl).origin || isLocal(origin, headers.host)) && others.length === 0
  if (isOwn) return
  const message = `Pages of other origins cannot use this path. Its own origin is ${new URL(publicUrl).origin}.`
  throw new ServiceError('invalid_request', message, { status: 403 })
}
