import type { GraphCall } from '../../../meta/graph/call.ts'
import type { Parameters } from '../../../meta/graph/parameters.ts'
import { badParameter } from '../rejections.ts'

/** An entry of the parameter `filtering`. */
export interface Filter {
  field: string
  operator: string
  value: unknown
}

function isFilter(entry: unknown): entry is Filter {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'field' in entry &&
    'operator' in entry &&
    'value' in entry &&
    typeof entry.field === 'string' &&
    typeof entry.operator === 'string'
  )
}

/**
 * Reads the parameter `filtering`, a JSON list of `{field, operator, value}`; an empty list if it was not sent.
 * @throws GraphError with code 100 if it is malformed
 */
export function readFiltering(parameters: Parameters): Filter[] {
  return (parameters.list('filtering') ?? []).map((entry) => {
    if (!isFilter(entry)) throw badParameter('filtering', 'filtering is a list of field, operator and value.')
    return entry
  })
}

/**
 * Returns the values of an `IN` or `EQUAL` filter, as strings.
 * @throws GraphError with code 100 for another operator, or if the value of `IN` is not a list
 */
export function namedBy({ field, operator, value }: Filter): string[] {
  if (operator === 'EQUAL') return [String(value)]
  if (operator === 'IN' && Array.isArray(value)) return value.map(String)
  throw badParameter('filtering', `The operator ${operator} is not supported for ${field}.`)
}

/**
 * The effective statuses by which lists can be filtered.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account/campaigns (read 2026-11-20)
 */
export const STATES = [
  ...['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES', 'CAMPAIGN_PAUSED', 'ADSET_PAUSED'],
  ...['PENDING_REVIEW', 'DISAPPROVED', 'PREAPPROVED', 'PENDING_BILLING_INFO'],
]

function readStates(parameters: Parameters, filters: Filter[]): string[] {
  const states = (parameters.list('effective_status') ?? []).map(String)
  for (const filter of filters) if (filter.field.endsWith('effective_status')) states.push(...namedBy(filter))
  const unknown = states.find((state) => !STATES.includes(state))
  if (unknown !== undefined) throw badParameter('effective_status', `${unknown} is not one of ${STATES.join(', ')}.`)
  return states
}

/**
 * Returns a function that tells whether a list shows an object, by the parameters `filtering`, `effective_status` and
 * `updated_since`. The functions of `ids` return the ids of the object and its parents, keyed by field name in
 * `filtering`, and `effective` its effective status. Deleted and archived objects are shown only if their status is
 * requested, a long-standing behaviour that Facebook does not document.
 * @throws GraphError with code 100 for an invalid filter, also for a field that the list does not have
 */
export function listFilter<T extends { updatedAt: number }>(
  { parameters }: GraphCall,
  { ids, effective }: { ids: Readonly<Record<string, (item: T) => string>>; effective(item: T): string },
): (item: T) => boolean {
  const filters = readFiltering(parameters)
  const states = readStates(parameters, filters)
  const byId = filters.filter(({ field }) => !field.endsWith('effective_status'))
  const wanted = byId.map((filter) => {
    const idOf = Object.hasOwn(ids, filter.field) ? ids[filter.field] : undefined
    if (idOf === undefined) throw badParameter('filtering', `Filtering on ${filter.field} is not supported here.`)
    return { idOf, named: new Set(namedBy(filter)) }
  })
  const since = parameters.whole('updated_since')
  return (item) => {
    const state = effective(item)
    if (states.length > 0 ? !states.includes(state) : state === 'DELETED' || state === 'ARCHIVED') return false
    if (since !== undefined && item.updatedAt < since * 1_000) return false
    return wanted.every(({ idOf, named }) => named.has(idOf(item)))
  }
}
