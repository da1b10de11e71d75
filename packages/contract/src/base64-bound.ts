import { itemSchema, type JSONSchema, limits } from '@carillon/domain'

/** The maximum length in characters of a single base64 text in a body of this schema; 0 if it has none. */
export function maxBase64Text(schema: JSONSchema): number {
  if (typeof schema !== 'object') return 0
  if (schema.contentEncoding === 'base64') return schema.maxLength ?? 0
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.oneOf ?? []), itemSchema(schema) ?? true]
  return Math.max(0, ...parts.map(maxBase64Text))
}

/** Characters that all base64 texts in one body of this schema may have together. */
function wholeBase64(schema: JSONSchema): number {
  if (typeof schema !== 'object') return 0
  if (schema.contentEncoding === 'base64') return schema.maxLength ?? 0
  const own = Object.values(schema.properties ?? {}).reduce<number>((sum, part) => sum + wholeBase64(part), 0)
  const listed = (schema.maxItems ?? 1) * wholeBase64(itemSchema(schema) ?? true)
  return own + listed + Math.max(0, ...(schema.oneOf ?? []).map(wholeBase64))
}

/**
 * The maximum size in bytes of a body with any of these schemas: the sum of their own limits, up to the maximum of any
 * publish.
 */
export function publishBodyLimit(schemas: readonly JSONSchema[]): number {
  return Math.min(limits.publishBytes, limits.bodyBytes + Math.max(0, ...schemas.map(wholeBase64)))
}
