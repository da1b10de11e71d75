// What a key may do, decided from the documentation alone: nothing of Carillon's own rules is imported here.

/** The access of a key. Null stands for no limit. */
export interface Access {
  scopes: readonly string[]
  profileIds: readonly string[] | null
  budgets: Readonly<Record<string, number>> | null
  allowedIps: readonly string[] | null
  /** In milliseconds since the epoch. */
  expiresAt: number | null
}

/** Whether scopes contain one: `*` stands for all, and `:write` includes `:read`. */
export function holds(held: readonly string[], scope: string): boolean {
  const [resource] = scope.split(':')
  return held.some((one) => one === '*' || one === scope || (scope.endsWith(':read') && one === `${resource}:write`))
}

interface Network {
  version: 4 | 6
  first: bigint
  last: bigint
}

function groupsOf(text: string): bigint[] {
  return text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`))
}

function numberOf(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  const [head = '', tail] = address.split('::')
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => 0n)
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 65_536n + group, 0n)
}

/** The addresses of a network in CIDR notation, or of a single address. */
function networkOf(text: string): Network {
  const [address = '', bits] = text.split('/')
  const version = address.includes(':') ? 6 : 4
  const all = version === 6 ? 128 : 32
  const size = 1n << BigInt(all - Number(bits ?? all))
  const first = (numberOf(address) / size) * size
  return { version, first, last: first + size - 1n }
}

/** Whether every address of a network is in one of the others. */
export function isInside(network: string, others: readonly string[] | null): boolean {
  if (others === null) return true
  const inner = networkOf(network)
  return others.map(networkOf).some((outer) => {
    return outer.version === inner.version && outer.first <= inner.first && inner.last <= outer.last
  })
}

export const areInside = (networks: readonly string[] | null, others: readonly string[] | null): boolean =>
  others === null || (networks?.every((network) => isInside(network, others)) ?? false)

export const budgetNames = [
  'publishesPerDay',
  'repliesPerDay',
  'messagesPerDay',
  'campaignsPerDay',
  'requestsPerMinute',
] as const

export const maxOf = ({ budgets }: Pick<Access, 'budgets'>, name: string): number =>
  budgets?.[name] ?? Number.POSITIVE_INFINITY

export const endOf = ({ expiresAt }: Pick<Access, 'expiresAt'>): number => expiresAt ?? Number.POSITIVE_INFINITY

/** The parts of an access that another one does not have. */
export function widerParts(access: Access, than: Access): string[] {
  const reachesMore =
    than.profileIds !== null && access.profileIds?.every((id) => than.profileIds?.includes(id)) !== true
  return [
    ...access.scopes.filter((scope) => scope !== '*' && !holds(than.scopes, scope)),
    ...(access.scopes.includes('*') && !than.scopes.includes('*') ? ['*'] : []),
    ...(reachesMore ? ['profileIds'] : []),
    ...budgetNames.filter((name) => maxOf(access, name) > maxOf(than, name)),
    ...(areInside(access.allowedIps, than.allowedIps) ? [] : ['allowedIps']),
    ...(endOf(access) > endOf(than) ? ['expiresAt'] : []),
  ]
}
