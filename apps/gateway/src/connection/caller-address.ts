import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** An IP address in its shortest form; empty for another text. */
function nameOf(sent: string): string {
  const address = sent.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  // A proxy may write `unknown` where it knows none.
  if (isIP(address) === 0) return ''
  return isIP(address) === 4 ? address : (URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '')
}

/** Names by address as it was sent: a client mostly sends many requests. */
const known = new Map<string, string>()
const maxKnown = 10_000

/** The IP address nearest to the client that a trusted proxy has reported, otherwise that of the connection. */
function addressOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const connected = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined || !isTrusted(connected, 0)) return connected
  const reported = [forwarded]
    .flat()
    .join(',')
    .split(',')
    .map((each) => each.trim())
  const nearestFirst = reported.filter((address) => address !== '').toReversed()
  return nearestFirst.find((address, hop) => !isTrusted(address, hop + 1)) ?? nearestFirst.at(-1) ?? connected
}

/** Whether an IP address is that of a proxy whose word is taken. */
export type IsTrusted = (address: string, hop: number) => boolean

/**
 * The IP address of a client: the one that a trusted proxy reports, otherwise that of the connection. Empty if it is not
 * known.
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
