import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Returns an IP address in its shortest form and without a zone; an IPv4 address that is mapped to IPv6, such as
 * `::ffff:192.0.2.1` or `::ffff:c000:201`, as IPv4. Empty if the string is not an IP address.
 */
export function nameOf(sent: string): string {
  const address = sent.replace(/%.*$/, '')
  // A proxy may write `unknown` where it knows none.
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : ''
  const shortest = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? ''
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest)
  if (mapped === null) return shortest
  const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Shortest forms of IP addresses, keyed by the address as received, as most clients send many requests. */
const known = new Map<string, string>()
const maxKnown = 10_000

/** Returns the IP address in `192.0.2.1:8080` or `[2001:db8::1]:8080`, as some proxies write it; others unchanged. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d*)?|([\d.]+):\d*)$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}

/**
 * Returns the last IP address in `X-Forwarded-For` that is not that of a trusted proxy, or the first one if all are. If
 * the header is absent or empty, or the connection is not from a trusted proxy, returns the IP address of the
 * connection.
 */
function addressOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const connected = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined || !isTrusted(connected, 0)) return connected
  const reported = [forwarded]
    .flat()
    .join(',')
    .split(',')
    .map((each) => withoutPort(each.trim()))
  const nearestFirst = reported.filter((address) => address !== '').toReversed()
  return nearestFirst.find((address, hop) => !isTrusted(address, hop + 1)) ?? nearestFirst.at(-1) ?? connected
}

/** A check whether an IP address is a trusted proxy's. `hop` counts back from the connection, which is 0. */
export type IsTrusted = (address: string, hop: number) => boolean

/**
 * Returns the IP address of a client in its shortest form: as reported by a trusted proxy in `X-Forwarded-For`,
 * otherwise that of the connection. Empty if it is unknown.
 */
export function callerAddress(req: IncomingMessage, { isTrusted }: { isTrusted: IsTrusted }): string {
  const address = addressOf(req, isTrusted)
  const before = known.get(address)
  if (before !== undefined) return before
  const name = nameOf(address)
  if (known.size >= maxKnown) known.clear()
  known.set(address, name)
  return name
}
