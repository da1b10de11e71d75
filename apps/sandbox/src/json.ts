export type Fields = Record<string, unknown>

/** Whether a JSON value is an object, and neither a list nor null. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON object; an empty one for every other value. */
export function objectOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function isKeyOf<T extends object>(table: T, name: string): name is keyof T & string {
  return Object.hasOwn(table, name)
}

/** The keys of a table in the order in which they were written. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table).filter((name) => isKeyOf(table, name))
}
