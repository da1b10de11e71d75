import type { Exchange, Pairs } from '../exchange.ts'

/** One call that Carillon makes, and what every such call carries. */
export interface CallFact {
  operation: string
  method: string
  /** Null for a call to a server that the user chose. */
  host: string | null
  /** With `{}` for ids. */
  path: RegExp
  /** Values that select this variant of the call. */
  variant: readonly [string, string][]
  carries: readonly Carried[]
}

interface Carried {
  at: string
  name: string
  /** The values that it may have, where the network has a fixed list; of a header, how it begins. */
  values: readonly string[]
}

/** The operation of a user's way to a login, which no adapter calls. */
export const authorize = 'authorize'

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function readCarried(text: string): Carried[] {
  return text.split('; ').flatMap((part) => {
    const [at = '', names = ''] = part.split(': ')
    return names.split(' ').map((one) => {
      const [name = '', ...values] = one.split('=')
      return { at, name, values: values.length > 0 ? values.join('=').split('|') : [] }
    })
  })
}

/**
 * Reads `operation METHOD host/path variant=value | query: a b=one|two; form: c; header: d; body: e.f`. A name below
 * another, as `e.f`, is needed where `e` is there; `[]` follows a list. Of `g=*one|two` the value is a list with
 * commas. `signed` is carried by each call besides.
 */
export function readCall(text: string, signed = ''): CallFact {
  const [head = '', carried = ''] = text.split(' | ')
  const [operation = '', method = '', url = '', ...variant] = head.split(' ')
  const host = url.slice(0, url.indexOf('/'))
  const pattern = url.slice(host.length).split('{}').map(literal).join('[^/]*\\d[^/]*')
  return {
    operation,
    method,
    host: host === '' ? null : host,
    path: new RegExp(`^${pattern}$`),
    variant: variant.map((one) => one.split('=') as [string, string]),
    carries: [signed, carried].filter((part) => part !== '').flatMap(readCarried),
  }
}

/** Values at a path below a value, one for each item of the lists along it; `undefined` for each that is absent. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [value]
  const name = step.replace(/\[\]$/, '')
  const next = name === '' ? value : (value as Record<string, unknown> | null | undefined)?.[name]
  if (name === step) return valuesAt(next, rest)
  return Array.isArray(next) ? next.flatMap((item) => valuesAt(item, rest)) : []
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pairsAt({ request: { query, headers, body } }: Exchange, at: string): Pairs {
  if (at === 'query') return query
  if (at === 'header') return headers
  if (at === 'form') return body.kind === 'form' ? body.form : []
  return body.kind === 'multipart' ? body.parts.map(({ name, value }) => [name, value ?? '']) : []
}

/** Every value that a call has under a name; undefined where it lacks one that it has to have. */
function carriedValues(exchange: Exchange, { at, name }: Carried): unknown[] {
  // Some names of parameters have a dot of their own.
  const [first = '', ...below] = /\.fields$/.test(name) ? [name] : name.split(/\.(?=[^.])/)
  if (at === 'body') {
    const { body } = exchange.request
    const json = body.kind === 'json' ? body.json : undefined
    const path = [first, ...below]
    const parents = valuesAt(json, path.slice(0, -1))
    return parents.flatMap((parent) =>
      path.length > 1 && (parent === undefined || parent === null) ? [] : valuesAt(parent, path.slice(-1)),
    )
  }
  const pairs = pairsAt(exchange, at)
  const exact = pairs.find(([one]) => one === name)
  if (exact) return [exact[1]]
  const json = pairs.find(([one]) => one === first)
  if (below.length === 0) return [undefined]
  return json ? valuesAt(jsonOf(json[1]), below) : []
}

/** The values of a list with commas; undefined for a single value. */
function listed([first = '', ...rest]: readonly string[]): string[] | undefined {
  return first.startsWith('*') ? [first.slice(1), ...rest] : undefined
}

/** Headers are compared by how they begin, scopes as a set. */
function fits(wanted: string, value: string, { at, name }: Carried): boolean {
  const inOrder = (scopes: string) => scopes.split(/[ ,]/).toSorted().join()
  if (name === 'scope') return inOrder(wanted) === inOrder(value)
  return at === 'header' ? value.split(' ')[0] === wanted : value === wanted
}

function wrongIn(exchange: Exchange, carried: Carried): string[] {
  const { at, name, values } = carried
  return carriedValues(exchange, carried).flatMap((value) => {
    if (value === undefined) return [`${at} ${name}: missing`]
    const list = listed(values)
    const isFit = list
      ? String(value)
          .split(',')
          .every((one) => list.includes(one))
      : values.some((one) => fits(one, String(value), carried))
    return values.length > 0 && !isFit ? [`${at} ${name}: none of ${values.join(', ')}`] : []
  })
}

function selected({ request: { query, body } }: Exchange, name: string): string | undefined {
  const json = body.kind === 'json' ? (body.json as Record<string, unknown>)[name] : undefined
  const pairs =
    body.kind === 'form'
      ? [...query, ...body.form]
      : body.kind === 'multipart'
        ? body.parts.map((part) => [part.name, part.value ?? ''] as const)
        : query
  return json === undefined ? pairs.find(([one]) => one === name)?.[1] : String(json)
}

/** What a user is sent to a login with is described here alone. */
function unknownIn({ operation, request: { query } }: Exchange, carries: readonly Carried[]): string[] {
  if (operation !== authorize) return []
  return query.flatMap(([name]) => (carries.some((one) => one.name === name) ? [] : [`query ${name}: unknown`]))
}

/** What is wrong with a call by the facts of its network; undefined when they have no call of the operation. */
export function checkCall(exchange: Exchange, facts: readonly CallFact[]): string[] | undefined {
  const { operation, method, host, path } = exchange
  const own = facts.filter((fact) => fact.operation === operation)
  if (own.length === 0) return undefined
  const reached = own.filter(
    (fact) =>
      fact.method === method && fact.path.test(path) && (host === null || fact.host === null || host === fact.host),
  )
  if (reached.length === 0) return [`call: ${method} ${host ?? ''}${path} is not a call of ${operation}`]
  const variants = reached.filter(({ variant }) => variant.every(([name, value]) => selected(exchange, name) === value))
  if (variants.length === 0) return [`call: no variant of ${operation}`]
  // The variant that says most.
  const [fact] = variants.toSorted((one, other) => other.variant.length - one.variant.length)
  const carries = fact?.carries ?? []
  return [...carries.flatMap((carried) => wrongIn(exchange, carried)), ...unknownIn(exchange, carries)]
}
