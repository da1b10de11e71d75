/** Returns whether a name is an own key of a table. */
function isKeyOf<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name)
}

/**
 * Returns the own keys of an object in the order in which they were written; keys that are integers come first. The
 * type of the object must list all keys that it has.
 */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table).filter((name): name is keyof T & string => isKeyOf(table, name))
}

function hasAll<K extends string, V>(table: Partial<Record<K, V>>, keys: readonly K[]): table is Record<K, V> {
  return keys.every((key) => isKeyOf(table, key))
}

/** Returns an object with one property for each key, whose value `build` returns for that key. */
export function tableOf<K extends string, V>(keys: readonly K[], build: (key: K) => V): Record<K, V> {
  const table: Partial<Record<K, V>> = {}
  for (const key of keys) table[key] = build(key)
  if (!hasAll(table, keys)) throw new Error('a table lacks one of its keys')
  return table
}
