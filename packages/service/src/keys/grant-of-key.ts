import { BlockList, isIP } from 'node:net'
import type { KeyGrant } from '@carillon/database'
import type { Grant } from '../request.ts'

const families = { 4: 'ipv4', 6: 'ipv6' } as const

const familyOf = (address: string) => families[isIP(address) === 6 ? 6 : 4]

/** The IPv6 addresses that are IPv4 addresses. Requests from one count as from the IPv4 address. */
const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/**
 * Parses an IP address or a network in CIDR notation; an address gets the full number of bits (32 for IPv4, 128 for
 * IPv6). Null for any other string, also for an IPv6 address with a zone or one that is an IPv4 address, such as
 * `::ffff:203.0.113.9`.
 */
export function parseNetwork(text: string): { address: string; bits: number } | null {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  // A zone means an interface of one machine.
  if (version === 0 || address.includes('%')) return null
  if (version === 6 && mapped.check(address, 'ipv6')) return null
  const whole = version === 4 ? 32 : 128
  const wanted = bits === undefined ? whole : Number(bits)
  return wanted <= whole ? { address, bits: wanted } : null
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const parsed = parseNetwork(network)
    if (parsed) list.addSubnet(parsed.address, parsed.bits, familyOf(parsed.address))
  }
  return list
}

/**
 * Returns whether an IP address is in one of the IP networks, each in CIDR notation (such as `203.0.113.0/24`) or a
 * single address. Always true if `networks` is null; otherwise false for a string that is not an IP address. Invalid
 * networks are ignored.
 */
export function isAllowedFrom(networks: readonly string[] | null, from: string): boolean {
  if (networks === null) return true
  const address = from.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) !== 0 && listOf(networks).check(address, familyOf(address))
}

/**
 * Returns whether an IP network lies completely in a single one of `others`. Each is a single IP address or in CIDR
 * notation, such as `203.0.113.0/24`. False for an invalid network; invalid `others` are ignored.
 */
export function isWithin(network: string, others: readonly string[]): boolean {
  const inner = parseNetwork(network)
  if (!inner) return false
  return others.some((other) => {
    const outer = parseNetwork(other)
    const isWider = outer !== null && familyOf(outer.address) === familyOf(inner.address) && outer.bits <= inner.bits
    return isWider && listOf([other]).check(inner.address, familyOf(inner.address))
  })
}

/** Converts the row of an API key to the access that requests with this key have. */
export function grantOfKey({
  id,
  organizationId,
  profileId,
  profileIds,
  scopes,
  budgets,
}: Pick<KeyGrant, 'id' | 'organizationId' | 'profileId' | 'profileIds' | 'scopes' | 'budgets'>): Grant {
  const scope = { organizationId, profileId, ...(profileIds && { profileIds }) }
  return { keyId: id, scope, scopes, ...(budgets && { budgets }) }
}
