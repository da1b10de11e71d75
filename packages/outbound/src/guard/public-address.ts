import ipaddr from 'ipaddr.js'

// Unicast by range, and yet not the internet: a cloud's own services on a public number.
const OWNED_BY_CLOUDS: [string, number][] = [['168.63.129.16', 32]]

function isOwnedByCloud(address: ipaddr.IPv4): boolean {
  return OWNED_BY_CLOUDS.some(([block, bits]) => address.match(ipaddr.IPv4.parse(block), bits))
}

/**
 * Returns whether an IP address belongs to a host on the public internet; false for a text that is not an IP address.
 * IPv6 addresses that embed IPv4 (mapped, compatible, NAT64, 6to4, Teredo) are never public.
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry (read 2026-11-20)
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%')) return false
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text)
    return address.range() === 'unicast' && !isOwnedByCloud(address)
  }
  if (!ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.IPv6.parse(text)
  return address.match(ipaddr.IPv6.parse('2000::'), 3) && address.range() === 'unicast'
}
