/** The maximum number of IP addresses that are counted separately within a minute. All others share one count. */
const maxAddresses = 50_000
const windowMs = 60_000

/**
 * Returns the /64 network of an IPv6 address, which usually belongs to one subscriber; other addresses are returned
 * unchanged. IPv4 addresses must not be mapped to IPv6.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [before = '', after = ''] = address.toLowerCase().split('::')
  const [groups, rest] = [before, after].map((part) => (part === '' ? [] : part.split(':')))
  const missing = 8 - (groups?.length ?? 0) - (rest?.length ?? 0)
  const zeros = address.includes('::') ? Array<string>(Math.max(0, missing)).fill('0') : []
  const whole = [...(groups ?? []), ...zeros, ...(rest ?? [])].slice(0, 4)
  return `${whole.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/**
 * A counter of the invalid API keys and session tokens from each IP address in the current minute, in this process. All
 * addresses of an IPv6 /64 network count together.
 */
export interface RejectedKeys {
  /** Counts one attempt of an IP address. Returns false if the address has used up its limit. */
  take(address: string): boolean
  /** Subtracts one attempt of an IP address whose key turned out to be valid, or could not be read. */
  giveBack(address: string): void
  /** Returns the seconds until the counts are reset. */
  resetSeconds(): number
}

/**
 * Creates the counts of invalid keys, of which each IP address may send `perMinute` per minute. Beyond 50,000 addresses
 * in a minute, all further addresses share one count.
 */
export function createRejectedKeys({ perMinute, now }: { perMinute: number; now(): Date }): RejectedKeys {
  const counts = new Map<string, number>()
  let windowStart = 0

  /** Returns the name under which an address is counted in the current minute. */
  function nameOf(sent: string): string {
    const address = networkOf(sent)
    const at = now().getTime()
    if (windowStart !== at - (at % windowMs)) {
      windowStart = at - (at % windowMs)
      counts.clear()
    }
    return counts.has(address) || counts.size < maxAddresses ? address : ''
  }

  return {
    take(address) {
      const name = nameOf(address)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count <= perMinute
    },
    giveBack(address) {
      const name = nameOf(address)
      const count = counts.get(name)
      if (count !== undefined) counts.set(name, Math.max(0, count - 1))
    },
    resetSeconds: () => Math.ceil((windowMs - (now().getTime() % windowMs)) / 1000),
  }
}
