import { isIP } from 'node:net'
import { OutboundError } from '../outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

export interface DestinationRules {
  /** Exact origins to which a call may go whatever their scheme, port and address. */
  allowedOrigins: ReadonlySet<string>
  /** Our own host names, which no caller can make us call. */
  ownHosts: ReadonlySet<string>
}

/** `allowed`: a configured host; `public`: any other host, called only over connections that check its IP address. */
export type Destination = 'allowed' | 'public'

function reject(why: string): never {
  throw new OutboundError('rejected_address', false, why)
}

/** Checks a URL as far as possible before its host name is resolved. */
export function checkDestination(url: URL, rules: DestinationRules): Destination {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
  if (url.username !== '' || url.password !== '') reject('the address carries credentials')
  if (rules.ownHosts.has(host)) reject('the address is our own')
  if (rules.allowedOrigins.has(url.origin)) return 'allowed'
  if (url.protocol !== 'https:') reject('the address is not https')
  if (url.port !== '') reject('the address names a port')
  if (isIP(host) !== 0 && !isPublicAddress(host)) reject('the address is not a public one')
  return 'public'
}
