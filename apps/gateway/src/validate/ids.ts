import { propertiesOf } from '@carillon/contract'
import type { JSONSchema } from '@carillon/domain'

/**
 * Returns the names of a schema's properties that contain Carillon ids (`format: uuid`), without those of nested
 * objects; empty without a schema.
 */
export function idNames(schema: JSONSchema | undefined): readonly string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, part]) =>
    typeof part === 'object' && part.format === 'uuid' ? [name] : [],
  )
}

/**
 * Returns a value with the strings in the properties `names` in lower case: these contain UUIDs, which are accepted in
 * either case and stored in lower case. Nested objects stay as they are.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-4 (read 2026-11-21)
 */
export function withIdsInOneForm<T>(value: T, names: readonly string[]): T {
  if (typeof value !== 'object' || value === null) return value
  const ids = Object.entries(value).filter(([name, id]) => names.includes(name) && typeof id === 'string')
  return ids.length === 0
    ? value
    : { ...value, ...Object.fromEntries(ids.map(([name, id]) => [name, id.toLowerCase()])) }
}
