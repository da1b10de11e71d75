import type { Exchange, Part } from '../exchange.ts'
import { alwaysCarried, endpointOf, isTakenForGranted } from './always.ts'
import { jsonChanges } from './json.ts'
import { readKeywords } from './keywords.ts'
import { changed, type Mutant, type Side } from './mutant.ts'
import { lineMutants, named, pairMutants } from './request.ts'
import { misspelt } from './values.ts'

type Found = Omit<Mutant, 'side'>
type Keywords = ReturnType<typeof readKeywords>

function partMutants(exchange: Exchange): Found[] {
  const { body } = exchange.request
  if (body.kind !== 'multipart') return []
  const edit = (change: (parts: Part[]) => void) =>
    changed(exchange, ({ request }) => request.body.kind === 'multipart' && change(request.body.parts))
  return body.parts.flatMap(({ name }, at): Found[] => [
    { kind: 'drop', place: `part ${name}`, exchange: edit((parts) => void parts.splice(at, 1)) },
    {
      kind: 'rename',
      place: `part ${name}`,
      exchange: edit((parts) => {
        const part = parts[at]
        if (part) part.name = misspelt(name)
      }),
    },
  ])
}

/** A body that says it is of another type. */
function typeMutants(exchange: Exchange): Found[] {
  const { body } = exchange.request
  if (body.kind === 'none') return []
  const plain = changed(exchange, ({ request }) => {
    if (request.body.kind !== 'none') request.body.contentType = 'text/plain'
  })
  return [{ kind: 'retype', place: 'content-type', exchange: plain }]
}

/** Mistakes in the JSON body of one side. */
function bodyMutants(exchange: Exchange, side: Side, keywords: Keywords): Found[] {
  const { body } = exchange[side]
  if (body.kind !== 'json') return []
  return jsonChanges(body.json, keywords[side]).map(({ kind, place, apply }) => ({
    kind,
    place: `body ${place}`,
    exchange: changed(exchange, (copy) => {
      const own = copy[side].body
      if (own.kind === 'json') apply(own.json)
    }),
  }))
}

function requestMutants(exchange: Exchange, keywords: Keywords, random: () => number): Found[] {
  const words = { isKeyword: keywords.request, random }
  return [
    ...lineMutants(exchange),
    ...named.flatMap((place) => pairMutants(exchange, place, words)),
    ...partMutants(exchange),
    ...typeMutants(exchange),
    ...bodyMutants(exchange, 'request', keywords),
  ]
}

function responseMutants(exchange: Exchange, keywords: Keywords): Found[] {
  // Pages that a login shows to a user are not responses that an adapter reads.
  if (exchange.called === null) return []
  const { status } = exchange
  const other = status === 200 ? 202 : 200
  const found: Found = {
    kind: 'status',
    place: String(status),
    exchange: changed(exchange, (copy) => (copy.status = other)),
  }
  return [found, ...bodyMutants(exchange, 'response', keywords)]
}

/** The list in another order, which only `random` decides. */
function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list]
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [result[at] as T, result[other] as T]
    result[at] = two
    result[other] = one
  }
  return result
}

/**
 * Every mistake that one change makes of the recorded calls, each place of each endpoint once, in an order that
 * `random` decides. Mistakes are made in calls that succeeded and that no fault had spoiled.
 *
 * Not everything that is left out is a mistake. In a request it is one when every recorded call of the endpoint carries
 * the name: otherwise the tour itself shows that the call is right without it. In a response it is one when the adapter
 * takes the field for granted: networks promise no more than some of their fields, and the adapters' tables mark those
 * that may be absent.
 */
export function mutantsOf(exchanges: readonly Exchange[], random: () => number): Mutant[] {
  const keywords = readKeywords()
  const sound = exchanges.filter(({ status, fault }) => status !== null && status < 400 && fault === null)
  const isCarried = alwaysCarried(sound)
  const isMistake = (exchange: Exchange, place: string, side: Side) =>
    side === 'request' ? isCarried(exchange, place) : isTakenForGranted(exchange, place)
  const found = new Map<string, Mutant>()
  for (const side of ['request', 'response'] as const) {
    for (const exchange of shuffled(sound, random)) {
      const mutants =
        side === 'request' ? requestMutants(exchange, keywords, random) : responseMutants(exchange, keywords)
      for (const mutant of mutants) {
        if (mutant.kind === 'drop' && !isMistake(exchange, mutant.place, side)) continue
        const key = [endpointOf(exchange), side, mutant.kind, mutant.place].join(' ')
        if (!found.has(key)) found.set(key, { ...mutant, side })
      }
    }
  }
  return shuffled([...found.values()], random)
}
