export type Fields = Readonly<Record<string, unknown>>

/** Returns a part of a response as an object; an empty object if it is not one. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

/**
 * Returns a part of a response as a list of objects, with an empty object for each entry that is not one; an empty list
 * if it is not a list.
 */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** Returns an object with only these fields, in this order; those that are absent are left out. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
}

/** Returns a field as a string; an empty string if it is not one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
