/** Returns the text with U+FFFD in place of characters that a database cannot store: NUL and unpaired surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/**
 * Returns a JSON value with U+FFFD in place of the characters that `storableText` replaces, in its strings and in the
 * keys of its objects. Databases and many JSON parsers reject them, also where the value is only passed on.
 */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(storableJson)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item)]))
}
