import { itemSchema, type JSONSchema, limits } from '@carillon/domain'

/**
 * The maximum number of bytes that one character takes up in JSON: those of two escapes, `\ud83d\ude00`. The characters
 * of formats such as URLs are ASCII, and take up one escape.
 */
const escapeBytes = { any: 12, ascii: 6 } as const

/**
 * Returns the maximum number of bytes that all strings in one JSON value of this schema take up together, with every
 * character as an escape. Base64 strings, and strings without a maximum length, do not count.
 */
export function textBytes(schema: JSONSchema): number {
  if (typeof schema !== 'object' || schema.contentEncoding === 'base64') return 0
  const { maxLength, format, properties = {}, maxItems = 1, oneOf = [] } = schema
  if (maxLength !== undefined) return maxLength * escapeBytes[format === undefined ? 'any' : 'ascii']
  const own = Object.values(properties).reduce<number>((sum, part) => sum + textBytes(part), 0)
  return own + maxItems * textBytes(itemSchema(schema) ?? true) + Math.max(0, ...oneOf.map(textBytes))
}

/**
 * Returns the maximum size in bytes of a JSON body that matches any of these schemas, without its base64 strings: its
 * texts, plus `limits.bodyBytes` (1 MiB) for its keys, numbers, punctuation and white space.
 */
export function textBodyLimit(schemas: readonly JSONSchema[]): number {
  return limits.bodyBytes + Math.max(0, ...schemas.map(textBytes))
}
