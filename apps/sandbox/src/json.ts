export type Fields = Record<string, unknown>

/** Returns whether a JSON value is an object, and not an array or null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a JSON value if it is an object, otherwise an empty object. */
export function objectOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function isKeyOf<T extends object>(table: T, name: string): name is keyof T & string {
  return Object.hasOwn(table, name)
}

/**
 * Returns the own keys of an object that is used as a table, in the order in which they were written; keys that are
 * integers come first.
 */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table).filter((name) => isKeyOf(table, name))
}
