import type { Exchange, Pairs } from '../exchange.ts'
import { isPathId } from './always.ts'
import { jsonChanges } from './json.ts'
import type { IsKeyword } from './keywords.ts'
import { changed, type Kind, type Mutant } from './mutant.ts'
import { misspelt, namesIn, otherKeyword, retypedText } from './values.ts'

type Found = Omit<Mutant, 'side'>
/** A pair of names and values of a call, wherever it stands. */
type Select = (exchange: Exchange) => [string, string | null][]

/** Headers of HTTP itself, which the library sends; the type of a body is changed with the body. */
const plain =
  /^(?:host|connection|accept|accept-(?:encoding|language)|user-agent|content-(?:length|type)|transfer-encoding|expect)$/
/** Of a URL and of a login, where the other words are scopes. */
const isScope = (name: string) => name === 'scope'

const others: Readonly<Record<string, string>> = { GET: 'POST', POST: 'PUT', PUT: 'POST', DELETE: 'POST' }

/** Mistakes in host, method, version and path. */
export function lineMutants(exchange: Exchange): Found[] {
  const { host, method, path } = exchange
  const segments = path.split('/')
  const withSegment = (index: number, by: string) => segments.with(index, by).join('/')
  const found: Found[] = [
    { kind: 'method', place: method, exchange: changed(exchange, (copy) => (copy.method = others[method] ?? 'GET')) },
  ]
  if (host !== null) {
    const wrong = host.replace(/^[^.]+/, misspelt)
    found.push({ kind: 'host', place: host, exchange: changed(exchange, (copy) => (copy.host = wrong)) })
  }
  for (const [index, segment] of segments.entries()) {
    if (segment === '' || isPathId(segment)) continue
    const isVersion = /^v?\d+(?:\.\d+)?$/.test(segment)
    // Another version, not a misspelling of it: 25 becomes 24.
    const by = isVersion ? segment.replace(/\d+/, (digits) => String(Number(digits) - 1)) : misspelt(segment)
    const kind: Kind = isVersion ? 'version' : 'path'
    const wrong = withSegment(index, by)
    found.push({ kind, place: segment, exchange: changed(exchange, (copy) => (copy.path = wrong)) })
  }
  return found
}

interface Words {
  isKeyword: IsKeyword
  /** From 0 up to 1; picks one name of a list. */
  random(): number
}

interface Named {
  at: 'query' | 'form' | 'part' | 'header'
  select: Select
  /** Whether the name may be wrong: those of standard headers are the library's. */
  isOwn(name: string): boolean
}

function listMutant(
  exchange: Exchange,
  { pair, at, select }: { pair: number; at: string; select: Select },
  random: () => number,
): Found[] {
  const [name = '', text] = select(exchange)[pair] ?? []
  const names = at === 'header' ? [] : namesIn(name, text ?? '')
  const chosen = names[Math.floor(random() * names.length)]
  if (chosen === undefined || text === null || text === undefined) return []
  const place = `${at} ${name}`
  const edit = (by: string): Exchange =>
    changed(exchange, (copy) => {
      const target = select(copy)[pair]
      if (target) target[1] = by
    })
  const kind: Kind = isScope(name) ? 'scope' : 'rename'
  const end = chosen.at + chosen.name.length
  const found: Found[] = [
    {
      kind,
      place: `${place}: ${chosen.name}`,
      exchange: edit(text.slice(0, chosen.at) + misspelt(chosen.name) + text.slice(end)),
    },
  ]
  // A scope that is not asked for is a permission that a feature lacks.
  if (isScope(name)) {
    const rest = text.slice(0, chosen.at) + text.slice(end).replace(/^[, ]/, '')
    found.push({ kind, place: `${place} without ${chosen.name}`, exchange: edit(rest.replace(/[, ]$/, '')) })
  }
  return found
}

function jsonMutants(
  exchange: Exchange,
  { pair, at, select }: { pair: number; at: string; select: Select },
  isKeyword: IsKeyword,
): Found[] {
  const [name = '', text] = select(exchange)[pair] ?? []
  if (!/^[[{].*[\]}]$/s.test(text ?? '')) return []
  const value: unknown = JSON.parse(text ?? '')
  return jsonChanges(value, isKeyword).map(({ kind, place, apply }) => {
    const copy = structuredClone(value)
    apply(copy)
    const edited = changed(exchange, (one) => {
      const target = select(one)[pair]
      if (target) target[1] = JSON.stringify(copy)
    })
    return { kind, place: `${at} ${name}.${place}`, exchange: edited }
  })
}

/** Mistakes in names and values of a query, a form, the parts of a body or the headers. */
export function pairMutants(exchange: Exchange, { at, select, isOwn }: Named, { isKeyword, random }: Words): Found[] {
  return select(exchange).flatMap(([name, value], pair): Found[] => {
    if (!isOwn(name)) return []
    const place = `${at} ${name}`
    const edit = (change: (list: [string, string | null][]) => void) =>
      changed(exchange, (copy) => change(select(copy)))
    const set = (index: 0 | 1, by: string) =>
      edit((list) => {
        const target = list[pair]
        if (target) target[index] = by
      })
    const found: Found[] = [
      { kind: 'drop', place, exchange: edit((list) => void list.splice(pair, 1)) },
      { kind: 'rename', place, exchange: set(0, misspelt(name)) },
    ]
    const other = value === null ? undefined : retypedText(name, value)
    if (other !== undefined) found.push({ kind: 'retype', place, exchange: set(1, other) })
    // Of `Bearer …` the scheme is the keyword.
    const word = at === 'header' ? value?.split(' ')[0] : value
    if (word && (isKeyword(word) || (name === 'authorization' && value?.includes(' ')))) {
      found.push({ kind: 'enum', place, exchange: set(1, otherKeyword(word) + (value ?? '').slice(word.length)) })
    }
    return [
      ...found,
      ...listMutant(exchange, { pair, at, select }, random),
      ...jsonMutants(exchange, { pair, at, select }, isKeyword),
    ]
  })
}

const always = () => true

export const named: readonly Named[] = [
  { at: 'query', select: ({ request }) => request.query, isOwn: always },
  { at: 'form', select: ({ request: { body } }) => (body.kind === 'form' ? body.form : []), isOwn: always },
  { at: 'header', select: ({ request }) => request.headers as Pairs, isOwn: (name) => !plain.test(name) },
]
