export type Fields = Readonly<Record<string, unknown>>

/** A part of a response as an object; empty if it is not an object. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

/** A part of a response as a list of objects. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** Some fields of an object, in this order; those that it does not have are left out. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
}

/** A field as text; empty if it is not a string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
