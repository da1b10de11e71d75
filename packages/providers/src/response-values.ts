import { isObject } from './json.ts'
import type { Drift } from './reported-drift.ts'

// A response can have millions of items or fields, also on purpose where users choose the server. To look at all
// of them would take a process more time and memory than all other requests.

/** The maximum number of values of a path that are compared with the documentation. Pages have up to 500 items. */
const maxValues = 1_000
/** The maximum number of unexpected fields in which the new name of a field is looked for. */
const maxNames = 1_000
/** The maximum length of a name that is taken for the new name of a field, in characters. */
const maxNameLength = 100

/** A part of the path of a field. */
export interface Step {
  name: string
  isOptional: boolean
  isList: boolean
  /** The path up to and including this step, without `?`, as it is reported. */
  path: string
}

/** Parses the path of a field, such as `items[].owner?.name`, or `items?[]` for a list that may be absent. */
export function stepsOf(path: string): Step[] {
  const parts = path.split('.')
  const bare = parts.map((part) => part.replace('?', ''))
  return parts.map((part, index) => ({
    name: part.replace(/\?|\[\]/g, ''),
    isOptional: part.includes('?'),
    isList: part.endsWith('[]'),
    path: bare.slice(0, index + 1).join('.'),
  }))
}

/** A difference between a response and its documentation, without the operation. */
export type Found = Pick<Drift, 'kind' | 'field' | 'value'>

/** Returns the name of a value's type, which is `list` for an array. */
export function typeName(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}

/** Returns the items of several lists in their order, up to 1,000 in total. */
export function firstItems(lists: readonly (readonly unknown[])[]): unknown[] {
  const items: unknown[] = []
  for (const list of lists) {
    if (items.length === maxValues) break
    items.push(...list.slice(0, maxValues - items.length))
  }
  return items
}

/**
 * Returns the values at a path, one for each item of the lists along it; at each step, only the first 1,000 items are
 * used. Differences are added to `found`: missing fields, and values along the path that are not an object or a list
 * although the path continues in them. The types of the returned values are not checked.
 */
export function valuesAt(body: unknown, steps: readonly Step[], found: Found[]): unknown[] {
  let values: unknown[] = [body]
  let above = ''
  for (const step of steps) {
    const field = step.path.replace(/\[\]$/, '')
    const below = values.flatMap((value) => {
      if (above !== '' && !isObject(value)) {
        found.push({ kind: 'wrong_type', field: above, value: typeName(value) })
        return []
      }
      const next = isObject(value) ? value[step.name] : undefined
      if (next !== undefined && next !== null) return [next]
      if (!step.isOptional) found.push({ kind: 'missing_field', field })
      return []
    })
    for (const value of step.isList ? below : []) {
      if (!Array.isArray(value)) found.push({ kind: 'wrong_type', field, value: typeName(value) })
    }
    values = step.isList ? firstItems(below.filter(Array.isArray)) : below
    above = step.path
  }
  return values
}

/**
 * Returns the fields of the objects whose names are not in `expected` (all fields if it is undefined). Only the first
 * 1,000 such fields are examined, and those whose names exceed 100 characters are omitted.
 */
export function unexpectedFields(
  objects: readonly Readonly<Record<string, unknown>>[],
  expected: ReadonlySet<string> | undefined,
): [name: string, value: unknown][] {
  const fields: [string, unknown][] = []
  let left = maxNames
  for (const object of objects) {
    for (const name of Object.keys(object)) {
      if (expected?.has(name)) continue
      if (left === 0) return fields
      left--
      if (name.length <= maxNameLength) fields.push([name, object[name]])
    }
  }
  return fields
}
