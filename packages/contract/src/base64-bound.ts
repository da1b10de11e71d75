import { itemSchema, type JSONSchema, limits } from '@carillon/domain'
import { textBytes } from './text-bound.ts'

/** Returns the maximum length, in characters, of a single base64 string in a body of this schema; 0 if it has none. */
export function maxBase64Text(schema: JSONSchema): number {
  if (typeof schema !== 'object') return 0
  if (schema.contentEncoding === 'base64') return schema.maxLength ?? 0
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.oneOf ?? []), itemSchema(schema) ?? true]
  return Math.max(0, ...parts.map(maxBase64Text))
}

/** Returns the maximum total length, in characters, of all base64 strings in one body of this schema. */
function wholeBase64(schema: JSONSchema): number {
  if (typeof schema !== 'object') return 0
  if (schema.contentEncoding === 'base64') return schema.maxLength ?? 0
  const own = Object.values(schema.properties ?? {}).reduce<number>((sum, part) => sum + wholeBase64(part), 0)
  const listed = (schema.maxItems ?? 1) * wholeBase64(itemSchema(schema) ?? true)
  return own + listed + Math.max(0, ...(schema.oneOf ?? []).map(wholeBase64))
}

const wholeBytes = (schema: JSONSchema): number => wholeBase64(schema) + textBytes(schema)

/**
 * Returns the maximum size in bytes of a body that matches any of these schemas: the base64 strings and texts that the
 * largest schema allows plus `limits.bodyBytes` (1 MiB) for the rest of the body, at most `limits.publishBytes`.
 */
export function publishBodyLimit(schemas: readonly JSONSchema[]): number {
  return Math.min(limits.publishBytes, limits.bodyBytes + Math.max(0, ...schemas.map(wholeBytes)))
}
