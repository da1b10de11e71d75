import { isIP } from 'node:net'
import { OutboundError } from '../outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

export interface DestinationRules {
  /** Exact origins to which a call may go whatever their scheme, port and address. */
  allowedOrigins: ReadonlySet<string>
  /** Schemes and hosts, `http://127.0.0.1`, that are allowed in the same way on every port. */
  allowedHosts: ReadonlySet<string>
  /** Our own host names, which no caller can make us call. */
  ownHosts: ReadonlySet<string>
  /** The ports of all other hosts: 443 alone, or also those from 1024 on. */
  ports: 'https' | 'unprivileged'
}

/** `allowed`: a configured host; `public`: any other host, called only over connections that check its IP address. */
export type Destination = 'allowed' | 'public'

function reject(why: string): never {
  throw new OutboundError('rejected_address', false, why)
}

const firstUnprivilegedPort = 1024

function isPortAllowed({ port }: URL, { ports }: DestinationRules): boolean {
  return port === '' || (ports === 'unprivileged' && Number(port) >= firstUnprivilegedPort)
}

/** The host of a URL without brackets and final dots. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')

/** Checks a URL as far as possible before its host name is resolved. */
export function checkDestination(url: URL, rules: DestinationRules): Destination {
  const host = hostOf(url)
  if (url.username !== '' || url.password !== '') reject('the address carries credentials')
  if (rules.ownHosts.has(host)) reject('the address is our own')
  if (rules.allowedOrigins.has(url.origin) || rules.allowedHosts.has(`${url.protocol}//${url.hostname}`))
    return 'allowed'
  if (url.protocol !== 'https:') reject('the address is not https')
  if (!isPortAllowed(url, rules)) reject('the address names a port')
  if (isIP(host) !== 0 && !isPublicAddress(host)) reject('the address is not a public one')
  return 'public'
}

/**
 * Names of the own machine and of private networks, whatever DNS says. A name without a dot, such as that of another
 * container, is no host on the internet.
 * @see https://www.rfc-editor.org/rfc/rfc8375 (read 2026-11-26)
 */
const localName = /^(?:[^.:]*|.*\.(?:localhost|localdomain|local|internal|home\.arpa))$/

/**
 * Why a URL that a client wants to store cannot be called later, as far as that is known before its host name is
 * resolved; undefined if it can. The names of the own machine and of private networks are rejected, too.
 */
export function destinationProblem(url: URL, rules: DestinationRules): string | undefined {
  try {
    const destination = checkDestination(url, rules)
    return destination === 'public' && localName.test(hostOf(url)) ? 'the address is not a public one' : undefined
  } catch (error) {
    if (error instanceof OutboundError) return error.message
    throw error
  }
}
