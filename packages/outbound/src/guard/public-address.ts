import ipaddr from 'ipaddr.js'

// Unicast by range, and yet not the internet: a cloud's own services on a public number.
const OWNED_BY_CLOUDS: [string, number][] = [['168.63.129.16', 32]]

// Assigned within 2000::/3 for other ends than hosts: protocols, documentation.
const SET_APART: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

function within(address: ipaddr.IPv4 | ipaddr.IPv6, blocks: [string, number][]): boolean {
  return blocks.some(([block, bits]) => address.match(ipaddr.parse(block), bits))
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
    return address.range() === 'unicast' && !within(address, OWNED_BY_CLOUDS)
  }
  if (!ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.IPv6.parse(text)
  return address.match(ipaddr.IPv6.parse('2000::'), 3) && address.range() === 'unicast' && !within(address, SET_APART)
}
