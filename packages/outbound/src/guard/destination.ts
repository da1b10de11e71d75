import { isIP } from 'node:net'
import { OutboundError } from '../outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

/** The rules of the outbound guard: the hosts that calls to URLs from clients, users and networks may reach. */
export interface DestinationRules {
  /** Origins to which calls are allowed even if their scheme, port or IP address would be rejected. */
  allowedOrigins: ReadonlySet<string>
  /** Schemes and hosts, such as `http://127.0.0.1`, that are allowed in the same way on every port. */
  allowedHosts: ReadonlySet<string>
  /**
   * Carillon's own host names in lower case. Calls to them are rejected even if `allowedOrigins` or `allowedHosts`
   * contains them.
   */
  ownHosts: ReadonlySet<string>
  /** The allowed ports of all other hosts: only 443 (`https`), or also 1024 and above (`unprivileged`). */
  ports: 'https' | 'unprivileged'
}

/**
 * How a URL may be called. `allowed`: its origin, or its scheme and host, is one that the rules allow. `public`: any
 * other URL, called only over connections whose IP address is checked.
 */
type Destination = 'allowed' | 'public'

function reject(why: string): never {
  throw new OutboundError('rejected_address', false, why)
}

const firstUnprivilegedPort = 1024

function isPortAllowed({ port }: URL, { ports }: DestinationRules): boolean {
  return port === '' || (ports === 'unprivileged' && Number(port) >= firstUnprivilegedPort)
}

/** Returns the host of a URL without brackets and final dots. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')

/**
 * Checks a URL as far as possible before its host name is resolved. Returns `allowed` if the rules allow its origin or
 * host whatever the IP address. Returns `public` for any other URL that may be called: its IP address must be checked
 * when the connection is opened.
 * @throws OutboundError `rejected_address` if the URL may not be called
 */
export function checkDestination(url: URL, rules: DestinationRules): Destination {
  const host = hostOf(url)
  if (url.username !== '' || url.password !== '') reject('the URL contains credentials')
  if (rules.ownHosts.has(host)) reject('the URL leads to Carillon itself')
  if (rules.allowedOrigins.has(url.origin) || rules.allowedHosts.has(`${url.protocol}//${url.hostname}`))
    return 'allowed'
  if (url.protocol !== 'https:') reject('the URL is not https')
  if (!isPortAllowed(url, rules)) reject('the URL names a port')
  if (isIP(host) !== 0 && !isPublicAddress(host)) reject('the IP address is not a public one')
  return 'public'
}

/**
 * Matches names of the own machine and of private networks, whatever DNS returns. A name without a dot, such as that of
 * another container, is not a host on the internet.
 * @see https://www.rfc-editor.org/rfc/rfc8375 (read 2026-11-26)
 */
const localName = /^(?:[^.:]*|.*\.(?:localhost|localdomain|local|internal|home\.arpa))$/

/**
 * Returns why a URL that a client wants to store cannot be called later, as far as that is known before its host name
 * is resolved; undefined if it can be called. Names of the own machine and of private networks, and names without a
 * dot, are rejected as well, unless the rules allow their origin or host.
 */
export function destinationProblem(url: URL, rules: DestinationRules): string | undefined {
  try {
    const destination = checkDestination(url, rules)
    return destination === 'public' && localName.test(hostOf(url)) ? 'the host is not a public one' : undefined
  } catch (error) {
    if (error instanceof OutboundError) return error.message
    throw error
  }
}
