import { Resolver } from 'node:dns/promises'

export interface ResolvedAddress {
  address: string
  /** 4 or 6, the version of IP. */
  family: number
}

/** Returns every IP address of a host name. Aborting the signal ends the queries. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<ResolvedAddress[]>

interface DnsOptions {
  /** The name servers as `address:port`; those of the system if omitted. */
  servers?: readonly string[]
  /** The time in ms that the first try of a query waits; each further try waits longer. 2,000 if omitted. */
  timeoutMs?: number
  /** The number of tries of a query with each name server; 2 if omitted. */
  tries?: number
}

/** The error code for a name that exists and has no record of the type that was queried. */
const noRecord = 'ENODATA'

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/**
 * Returns the error to report for a query that failed: `EAI_AGAIN` if no name server could be contacted, as the error
 * of the query is then that of a host that accepts no connections; otherwise the error itself.
 */
function failureOf(error: unknown): unknown {
  if (codeOf(error) !== 'ECONNREFUSED') return error
  return Object.assign(new Error('no name server can be contacted', { cause: error }), { code: 'EAI_AGAIN' })
}

/**
 * Returns a function that resolves host names by DNS queries of its own, without the system's file of hosts.
 * `dns.lookup` would run in the few threads that all lookups of a process share, those of the database included, and
 * cannot be cancelled there. The result is empty for a name that exists without an IP address.
 * @throws from the returned function: the error of the query, with `ENOTFOUND`, `ETIMEOUT`, `ESERVFAIL` … as its code;
 *   `EAI_AGAIN` if no name server can be contacted
 * @see https://nodejs.org/api/dns.html#implementation-considerations (read 2026-11-23)
 */
export function resolveByDns({ servers, timeoutMs = 2_000, tries = 2 }: DnsOptions = {}): Resolve {
  return async (hostname, signal) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers) resolver.setServers([...servers])
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)] as const
      const [four, six] = await Promise.allSettled(queries)
      const found = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ]
      const failures = [four, six].flatMap((query): unknown[] => (query.status === 'rejected' ? [query.reason] : []))
      const failure = failures.find((error) => codeOf(error) !== noRecord)
      if (found.length === 0 && failure !== undefined) throw failureOf(failure)
      return found
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}
