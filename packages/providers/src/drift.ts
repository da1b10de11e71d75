import type { OutboundResponse } from '@carillon/outbound'
import type { AppCall } from './call-context.ts'
import { type ErrorRule, matchingRule, type Rejection } from './error-rules.ts'
import { isObject } from './json.ts'
import { isLikelyRename } from './likely-rename.ts'
import type { Drift } from './reported-drift.ts'
import { type Found, firstItems, type Step, stepsOf, typeName, unexpectedFields, valuesAt } from './response-values.ts'

const kinds = {
  text: (value: unknown) => typeof value === 'string',
  /** A string or a number. */
  id: (value: unknown) => typeof value === 'string' || typeof value === 'number',
  number: (value: unknown) => typeof value === 'number',
  /** A number, or a string that contains a decimal number. */
  count: (value: unknown) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
  boolean: (value: unknown) => typeof value === 'boolean',
  object: isObject,
  list: Array.isArray,
  /** A time in ISO 8601 or RFC 3339; the zone may be written as `+0000`. */
  time: (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value),
} as const

/**
 * The fields of a successful response that an adapter reads. Keyed by path; the value is the documented type, or the
 * list of documented values. In a path, `.` separates names, `[]` follows a list, and `?` follows a field that may be
 * absent or null, as in `items[].owner?.name` and, for a list, `items?[].name`.
 */
export type Expectation = Readonly<Record<string, keyof typeof kinds | readonly string[]>>

/** The expected fields of successful responses, keyed by the name of the network call (`operation`). */
export type Responses = Readonly<Record<string, Expectation>>

/** Returns the expectation with `path` put before each of its field paths: `fieldsUnder('data[]', …)`. */
export function fieldsUnder(path: string, fields: Expectation): Expectation {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [`${path}.${name}`, kind]))
}

/** Response headers in which a network reports the usage of its limits. */
interface LimitHeaders {
  /** Matches the names of the operations whose responses contain at least one of `oneOf`. */
  of: RegExp
  oneOf: readonly string[]
}

/** The successful responses of a network as its documentation describes them. */
export interface DocumentedResponses {
  /** The fields that the adapter relies on. Every operation must have a row. */
  fields: Responses
  /** The HTTP status codes of success, keyed by operation, if they differ from 200. */
  statuses?: Readonly<Record<string, readonly number[]>>
  /**
   * The headers in which responses report rate limits. A response of an operation that `of` matches, without any of the
   * headers in `oneOf`, is reported as drift.
   */
  limitHeaders?: readonly LimitHeaders[]
  /** The operations that return metrics. A response with items but without any metric is reported as drift. */
  reports?: readonly string[]
}

/** The documented properties of a network's successful responses other than their fields. */
type Promises = Omit<DocumentedResponses, 'fields'>

/** The expectation for calls whose response is not read. */
export const noFields: Expectation = {}

/**
 * Looks for a new name of a field that the response lacks. If the field, or an object or list on its path, is optional
 * and missing everywhere, an unexpected field in its place with a similar name and a value of the expected type is
 * taken for it. Undefined if there is no such field, or not among the first 1,000 unexpected ones.
 */
function likelyRename(body: unknown, { steps, isFit }: Wanted, { names, unexpected }: Known): Found | undefined {
  let owners: readonly unknown[] = [body]
  let above = ''
  for (const step of steps) {
    const objects = owners.filter(isObject)
    const values = objects.map((object) => object[step.name]).filter((value) => value !== undefined)
    if (values.length === 0) {
      if (!step.isOptional) return undefined
      const isOfKind = step.isList ? Array.isArray : step === steps.at(-1) ? isFit : isObject
      const fields = unexpected.get(above) ?? unexpectedFields(objects, names.get(above))
      unexpected.set(above, fields)
      const pair = fields.find(([name, value]) => isOfKind(value) && isLikelyRename(step.name, name))
      return pair && { kind: 'renamed_field', field: step.path.replace(/\[\]$/, ''), ...identifierOf(pair[0]) }
    }
    owners = step.isList ? firstItems(values.filter(Array.isArray)) : values
    above = step.path
  }
  return undefined
}

/** Returns the value if it is an identifier and may be logged. Other values could be user data and are omitted. */
function identifierOf(value: unknown): Pick<Drift, 'value'> {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return /^[A-Za-z0-9_.-]{1,40}$/.test(text) ? { value: text } : {}
}

interface Wanted {
  path: string
  steps: readonly Step[]
  /** The path of the field in reports of drift, without `?`. */
  field: string
  isFit(value: unknown): boolean
  kind: 'wrong_type' | 'unknown_value'
}

/** The names expected in the objects at each path, keyed by path; the key '' is the whole response. */
type NamesByPath = ReadonlyMap<string, ReadonlySet<string>>

/** The names expected at each path, and the other fields that a body has there, as far as they have been looked for. */
interface Known {
  names: NamesByPath
  unexpected: Map<string, [name: string, value: unknown][]>
}

interface Prepared {
  wanted: readonly Wanted[]
  names: NamesByPath
}

function namesByPath(wanted: readonly Wanted[]): NamesByPath {
  const names = new Map<string, Set<string>>()
  for (const { steps } of wanted) {
    for (const [index, { name }] of steps.entries()) {
      const above = steps[index - 1]?.path ?? ''
      names.set(above, (names.get(above) ?? new Set()).add(name))
    }
  }
  return names
}

/** The parsed paths of each expectation. Expectations never change, so each is parsed once. */
const prepared = new WeakMap<Expectation, Prepared>()

function prepare(expects: Expectation): Prepared {
  const known = prepared.get(expects)
  if (known !== undefined) return known
  const wanted = Object.entries(expects).map(([path, kind]): Wanted => {
    const steps = stepsOf(path)
    const field = steps.at(-1)?.path ?? path
    if (typeof kind === 'string') return { path, steps, field, isFit: kinds[kind], kind: 'wrong_type' }
    return { path, steps, field, isFit: (value) => kind.includes(String(value)), kind: 'unknown_value' }
  })
  const result = { wanted, names: namesByPath(wanted) }
  prepared.set(expects, result)
  return result
}

/**
 * Compares a body with its documentation. Returns each difference once (`differences`), and the paths of the expected
 * fields that the body contains (`seen`).
 */
function compare(body: unknown, expects: Expectation): { differences: Found[]; seen: string[] } {
  const found: Found[] = []
  const seen: string[] = []
  const { wanted, names } = prepare(expects)
  const known = { names, unexpected: new Map() }
  for (const one of wanted) {
    const { path, steps, field, isFit, kind } = one
    const values = valuesAt(body, steps, found)
    if (values.length > 0) seen.push(path)
    else {
      const renamed = likelyRename(body, one, known)
      if (renamed) found.push(renamed)
    }
    for (const value of values) {
      if (isFit(value)) continue
      found.push({ kind, field, ...(kind === 'wrong_type' ? { value: typeName(value) } : identifierOf(value)) })
    }
  }
  if (found.length === 0) return { differences: found, seen }
  const keyed = new Map(found.map((each) => [`${each.kind} ${each.field} ${each.value ?? ''}`, each]))
  return { differences: [...keyed.values()], seen }
}

type Noting = Pick<AppCall, 'noteDrift' | 'noteFields'>

/**
 * Reports each difference between the fields of a successful response and their documentation with `noteDrift`, and
 * which expected fields the response contained with `noteFields`. A body that is not JSON counts as one without fields.
 * Never throws; does nothing if `expects` is undefined or `call` has no `noteDrift`.
 */
export function noteUnexpected(
  call: Noting,
  { operation, expects }: { operation: string; expects: Expectation | undefined },
  response: Pick<OutboundResponse, 'json'>,
): void {
  if (!call.noteDrift || !expects) return
  const { differences, seen } = compare(parsed(response), expects)
  for (const { value, ...difference } of differences) {
    call.noteDrift({ ...difference, operation, ...(value !== undefined && { value }) })
  }
  call.noteFields?.({ operation, fields: Object.keys(expects), seen })
}

/**
 * Returns the path of the first expected metric if the items of a report contain other fields but no metric at all;
 * undefined if they contain a metric, or if the report has no items.
 */
function missingFigures(expects: Expectation, seen: readonly string[]): string | undefined {
  const isFigure = (path: string) => expects[path] === 'number' || expects[path] === 'count'
  const ofItems = (path: string) => expects[path] !== 'list' && expects[path] !== 'object'
  const figures = Object.keys(expects).filter(isFigure)
  const isReport = seen.some((path) => ofItems(path) && !isFigure(path))
  return isReport && !seen.some(isFigure) ? figures[0]?.replaceAll('?', '') : undefined
}

/**
 * Reports with `noteDrift` how a successful response differs from `promises`: an undocumented status, missing headers
 * of rate limits, or a report whose items contain no metric. `expects` are the fields of the report; those that are
 * numbers are its metrics. Never throws; does nothing if `call` has no `noteDrift`.
 */
export function noteUnpromised(
  call: Noting,
  {
    operation,
    expects = noFields,
    promises,
  }: { operation: string; expects?: Expectation | undefined; promises: Promises },
  response: Pick<OutboundResponse, 'json' | 'status' | 'headers'>,
): void {
  if (!call.noteDrift) return
  const { statuses, limitHeaders = [], reports = [] } = promises
  if (!(statuses?.[operation] ?? [200]).includes(response.status)) {
    call.noteDrift({ kind: 'unknown_status', field: 'status', operation, value: String(response.status) })
  }
  for (const { of, oneOf } of limitHeaders) {
    const [field = ''] = oneOf
    if (of.test(operation) && !oneOf.some((name) => response.headers.has(name))) {
      call.noteDrift({ kind: 'missing_header', field, operation })
    }
  }
  if (!reports.includes(operation)) return
  const field = missingFigures(expects, compare(parsed(response), expects).seen)
  if (field !== undefined) call.noteDrift({ kind: 'missing_figures', field, operation })
}

function parsed(response: Pick<OutboundResponse, 'json'>): unknown {
  try {
    return response.json()
  } catch {
    return undefined
  }
}

/**
 * Reports with `noteDrift` a rejection that no error rule matches. Responses with a status of 500 or above are not
 * reported, since such failures need no rule.
 */
export function noteUnknownError(
  call: Pick<AppCall, 'noteDrift'>,
  { operation, rules }: { operation: string; rules: readonly ErrorRule[] },
  rejection: Rejection,
): void {
  if (rejection.status >= 500 || matchingRule(rules, rejection)) return
  const named = Object.values(rejection.fields).filter((value) => value !== undefined)
  const code = [rejection.status, ...named].map((value) => identifierOf(value).value ?? '?').join('.')
  call.noteDrift?.({ kind: 'unknown_error', field: 'error', operation, ...identifierOf(code) })
}
