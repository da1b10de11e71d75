import { type Platform, platforms } from '@carillon/domain'
import { keysOf } from '@carillon/errors'
import type { NetworkResponse } from '@carillon/service'
import type { Exchange } from '../exchange.ts'
import { misspelt, retyped } from '../mutants/values.ts'
import { compareResponse, readFields, requiredFields } from '../network-operations.ts'

/** How a network could change its responses from one day to the next. */
type Kind = 'gone' | 'renamed' | 'respelt' | 'lengthened' | 'reworded' | 'retyped' | 'new value' | 'status' | 'headers'

/** A recorded response as the network would give it after a change. */
export interface Deviating {
  platform: Platform
  operation: string
  kind: Kind
  /** The path of the field that changed, with `[]` after a list; the status, or the headers that are gone. */
  field: string
  before: NetworkResponse
  after: NetworkResponse
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes every value at a path; false when there is none. */
function changeAt(
  value: unknown,
  [step = '', ...rest]: readonly string[],
  change: (owner: Json, name: string) => void,
): boolean {
  const name = step.replace('[]', '')
  if (!isObject(value) || value[name] === undefined || value[name] === null) return false
  if (rest.length === 0) {
    change(value, name)
    return true
  }
  const next = value[name]
  const below = Array.isArray(next) ? next : [next]
  return below.map((one) => changeAt(one, rest, change)).includes(true)
}

/**
 * Other names of a field: misspelt, in another spelling of its words, with a word before it, with another last word.
 */
const renamings = {
  renamed: misspelt,
  respelt(name: string) {
    if (name.includes('_')) return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return /[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : `${name}_v2`
  },
  lengthened: (name: string) => `new_${name}`,
  reworded: (name: string) => name.replace(/(?:_[a-z]+|[A-Z][a-z]+)?$/, '_info'),
} as const

const changes: Readonly<Record<'gone' | 'retyped', (owner: Json, name: string) => void>> = {
  gone(owner, name) {
    delete owner[name]
  },
  retyped(owner, name) {
    // A text may be a number in disguise, and where a number is documented a text of digits may be one: neither is
    // changed so.
    owner[name] = isObject(owner[name]) ? [] : Array.isArray(owner[name]) ? {} : { value: retyped(owner[name]) }
  },
}

function newValue(owner: Json, name: string): void {
  if (typeof owner[name] === 'string') owner[name] = `${owner[name]}_NEW`
  else if (typeof owner[name] === 'number') owner[name] += 90_000
}

/** Every change of the fields that an adapter reads in a response, one at a time; `gone` also for those that may be absent. */
export function fieldChanges(about: { platform: Platform; operation: string }, before: NetworkResponse): Deviating[] {
  const { platform, operation } = about
  return readFields(platform, operation).flatMap((field) => {
    const make = (kind: Kind, change: (owner: Json, name: string) => void): Deviating[] => {
      const body = structuredClone(before.body)
      return changeAt(body, field.split('.'), change)
        ? [{ ...about, kind, field, before, after: { ...before, body } }]
        : []
    }
    // Only values of a documented list are distinguished, as the product's own table defines.
    const isListed = compareResponse(about, before).drifts.length === 0 && isEnumeration(about, before, field)
    return [
      ...make('gone', changes.gone),
      ...keysOf(renamings).flatMap((kind) =>
        make(kind, (owner, name) => {
          owner[renamings[kind](name)] = owner[name]
          delete owner[name]
        }),
      ),
      ...make('retyped', changes.retyped),
      ...(isListed ? make('new value', newValue) : []),
    ]
  })
}

/** Whether a field is documented with a list of values: nonsense in it is an unknown value and no wrong type. */
function isEnumeration(
  about: { platform: Platform; operation: string },
  { body, ...rest }: NetworkResponse,
  field: string,
): boolean {
  const copy = structuredClone(body)
  changeAt(copy, field.split('.'), (owner, name) => {
    owner[name] = []
  })
  const { drifts } = compareResponse(about, { ...rest, body: copy })
  return drifts.some(({ kind, field: found }) => kind === 'unknown_value' && found === field)
}

function responseOf({ status, response }: Exchange): NetworkResponse {
  const body = response.body.kind === 'json' ? response.body.json : undefined
  return { status: status ?? 0, headers: new Headers(response.headers), body }
}

/** Headers that tell how much of a limit is used. */
const ofLimits = /rate-limit|usage|throttle/

function ofEnvelope(about: { platform: Platform; operation: string }, before: NetworkResponse): Deviating[] {
  const status: Deviating = {
    ...about,
    kind: 'status',
    field: String(before.status),
    before,
    after: { ...before, status: 203 },
  }
  const headers = new Headers([...before.headers].filter(([name]) => !ofLimits.test(name)))
  // Limits are read where calls are held back by them.
  const isRead = about.platform === 'x' || about.operation.startsWith('ads.')
  const hasLimits = [...before.headers].some(([name]) => ofLimits.test(name))
  return isRead && hasLimits
    ? [status, { ...about, kind: 'headers', field: 'limits', before, after: { ...before, headers } }]
    : [status]
}

/** The response of a call that an adapter made and the network accepted; undefined for any other. */
export function acceptedResponse(exchange: Exchange): Pick<Deviating, 'platform' | 'operation' | 'before'> | undefined {
  const { caller, called, status } = exchange
  const platform = platforms.find((one) => one === caller)
  if (!platform || called === null || status === null || status >= 400) return undefined
  return { platform, operation: called, before: responseOf(exchange) }
}

/** Every change of the responses that were recorded, each field of each operation once. */
export function deviationsOf(exchanges: readonly Exchange[]): Deviating[] {
  const found = new Map<string, Deviating>()
  for (const exchange of exchanges) {
    const accepted = exchange.fault === null ? acceptedResponse(exchange) : undefined
    if (!accepted) continue
    const { before, ...about } = accepted
    const { platform, operation: called } = about
    // A field that the adapters' libraries read has no row.
    if (readFields(platform, called).length === 0 && exchange.response.body.kind === 'json') continue
    const required = requiredFields(platform, called)
    // That a field which may be absent is absent is no deviation.
    const ofFields = fieldChanges(about, before).filter(
      ({ kind, field }) => kind !== 'gone' || required.includes(field),
    )
    for (const one of [...ofFields, ...ofEnvelope(about, before)]) {
      const key = [platform, called, one.kind, one.field].join(' ')
      if (!found.has(key)) found.set(key, one)
    }
  }
  return [...found.values()]
}
