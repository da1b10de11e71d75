import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** The /64 prefix of an IPv6 address; one subscriber owns all addresses in it. */
function network(address: string): string {
  const [before = '', after] = address.split('::')
  const groups = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  const whole = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${whole.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

function nameOf(sent: string): string {
  const address = sent.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const family = isIP(address)
  if (family === 6) return network(address)
  // A proxy may write `unknown` where it knows none.
  return family === 4 ? address : ''
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
 * The IP address by which clients without a valid key are counted: the one that a trusted proxy reports, otherwise that
 * of the connection.
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
