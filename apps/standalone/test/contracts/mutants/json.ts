import type { IsKeyword } from './keywords.ts'
import type { Kind } from './mutant.ts'
import { misspelt, otherKeyword, retyped } from './values.ts'

/** A change of one member of a JSON value. */
export interface JsonChange {
  kind: Extract<Kind, 'drop' | 'rename' | 'retype' | 'enum'>
  place: string
  /** Makes the change in a copy of the value. */
  apply(copy: unknown): void
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function at(value: unknown, path: readonly (string | number)[]): Json {
  let found = value
  for (const step of path) found = isObject(found) ? found[step] : undefined
  return isObject(found) ? found : {}
}

/** The paths of all members, with `[]` for the items of lists. */
export function pathsIn(value: unknown, above = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${above}[]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const path = above === '' ? name : `${above}.${name}`
    return [path, ...pathsIn(member, path)]
  })
}

/** Every change of a JSON value that makes one member wrong; of lists only the first items are changed. */
export function jsonChanges(
  value: unknown,
  isKeyword: IsKeyword,
  { steps, place }: { steps: readonly (string | number)[]; place: string } = { steps: [], place: '' },
): JsonChange[] {
  if (Array.isArray(value)) {
    const [first] = value
    return first === undefined ? [] : jsonChanges(first, isKeyword, { steps: [...steps, 0], place: `${place}[]` })
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]): JsonChange[] => {
    const own = place === '' ? name : `${place}.${name}`
    const set = (by: unknown) => (copy: unknown) => {
      at(copy, steps)[name] = by
    }
    const drop = (copy: unknown) => {
      delete at(copy, steps)[name]
    }
    const rename = (copy: unknown) => {
      set(undefined)(copy)
      drop(copy)
      at(copy, steps)[misspelt(name)] = member
    }
    const other = retyped(member)
    return [
      { kind: 'drop', place: own, apply: drop },
      { kind: 'rename', place: own, apply: rename },
      ...(other === undefined ? [] : [{ kind: 'retype' as const, place: own, apply: set(other) }]),
      ...(typeof member === 'string' && isKeyword(member)
        ? [{ kind: 'enum' as const, place: own, apply: set(otherKeyword(member)) }]
        : []),
      ...jsonChanges(member, isKeyword, { steps: [...steps, name], place: own }),
    ]
  })
}
