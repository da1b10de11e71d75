import { isIP } from 'node:net'
import type { Request } from 'express'

/** The first 64 bits of an address of version 6, as whoever has one has all of those. */
function network(address: string): string {
  const [before = '', after] = address.split('::')
  const groups = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  const whole = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${whole.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** By which callers are told apart who have not shown a key: as a trusted proxy says, else by their own connection. */
export function callerAddress(req: Request): string {
  const address = (req.ip ?? '').replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const family = isIP(address)
  if (family === 6) return network(address)
  // A proxy may write `unknown` where it knows none.
  return family === 4 ? address : ''
}
