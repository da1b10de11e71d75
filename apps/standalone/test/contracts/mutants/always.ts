import { platforms } from '@carillon/domain'
import type { Body, Exchange } from '../exchange.ts'
import { requiredFields } from '../network-operations.ts'
import { pathsIn } from './json.ts'

/** Words that select a variant of a call, so that its other parameters are compared with calls of the same variant only. */
const discriminators = /^(?:grant_type|upload_phase|media_type|messaging_type|type|action)$/

/** An id or a token in a path, as opposed to a name that the network's documentation has. */
export const isPathId = (segment: string) => /\d{3,}|%3A|:/i.test(segment) || segment.length > 40

function jsonNames(text: string): string[] {
  try {
    return /^[[{]/.test(text) ? pathsIn(JSON.parse(text)) : []
  } catch {
    return []
  }
}

const pairNames = (pairs: readonly (readonly [string, string])[], at: string) =>
  pairs.flatMap(([name, value]) => [`${at} ${name}`, ...jsonNames(value).map((path) => `${at} ${name}.${path}`)])

function bodyNames(body: Body): string[] {
  if (body.kind === 'json') return pathsIn(body.json).map((path) => `body ${path}`)
  if (body.kind === 'form') return pairNames(body.form, 'form')
  if (body.kind === 'multipart') return body.parts.map(({ name }) => `part ${name}`)
  return []
}

/** Everything that a request carries, by the names that mutants have. */
function carried({ request }: Exchange): Set<string> {
  const headers = request.headers.map(([name]) => `header ${name}`)
  return new Set([...headers, ...pairNames(request.query, 'query'), ...bodyNames(request.body)])
}

function valuesOf({ request: { query, body } }: Exchange): [string, string][] {
  if (body.kind === 'form') return [...query, ...body.form]
  if (body.kind !== 'json' || typeof body.json !== 'object' || body.json === null) return query
  const texts = Object.entries(body.json).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return [...query, ...texts]
}

/** What calls have in common that do the same: network, operation, method, path without ids, and variant. */
export function endpointOf(exchange: Exchange): string {
  const { network, operation, method, path, host } = exchange
  const template = path.split('/').map((segment) => (isPathId(segment) ? '{}' : segment))
  const variant = valuesOf(exchange).filter(([name]) => discriminators.test(name))
  return [network, operation, method, host, template.join('/'), ...variant.map((pair) => pair.join('='))].join(' ')
}

const above = (name: string) => name.replace(/\.[^.]*$/, '')

/**
 * The names that every call of an endpoint carries, and below an object or a list those that each of its recorded
 * occurrences carries. Leaving out anything else gives a call that was recorded as well, which is not a mistake.
 */
export function alwaysCarried(exchanges: readonly Exchange[]): (exchange: Exchange, name: string) => boolean {
  const byEndpoint = Map.groupBy(exchanges, endpointOf)
  const known = new Map<string, Set<string>[]>()
  for (const [endpoint, list] of byEndpoint) known.set(endpoint, list.map(carried))
  return (exchange, name) => {
    const sets = known.get(endpointOf(exchange)) ?? []
    const parent = above(name)
    return sets.every((set) => set.has(name) || (parent !== name && !set.has(parent)))
  }
}

/** Whether the adapter that made a call relies on a field of the response being there always, as its own table has it. */
export function isTakenForGranted({ caller, called }: Exchange, place: string): boolean {
  const path = place.replace(/^body /, '')
  const required = platforms.filter((one) => one === caller).flatMap((one) => requiredFields(one, called ?? ''))
  return required.some((one) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}[]`))
}
