import type { IncomingMessage } from 'node:http'

/** Returns the host of an origin, with its port unless that is the scheme's default; null for other strings. */
function hostOf(origin: string): string | null {
  const url = URL.parse(origin)
  return url && /^https?:$/.test(url.protocol) && url.origin === origin ? url.host : null
}

/**
 * Returns whether an origin is the gateway's own: that of `PUBLIC_URL`, or one with the host in the `Host` header,
 * because a gateway on a local machine has several names.
 */
export function isOwnOrigin(origin: string, { headers }: IncomingMessage, publicUrl: string): boolean {
  return origin === new URL(publicUrl).origin || hostOf(origin) === headers.host?.toLowerCase()
}
