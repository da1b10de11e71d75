import type { JSONSchema } from '@carillon/domain'

/** Characters that the longest single base64 text may have in a body of this schema; 0 where it has none. */
export function longestBase64Text(schema: JSONSchema): number {
  if (typeof schema !== 'object') return 0
  if (schema.contentEncoding === 'base64') return schema.maxLength ?? 0
  const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? [schema.items as JSONSchema] : []
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.oneOf ?? []), ...items]
  return Math.max(0, ...parts.map(longestBase64Text))
}
