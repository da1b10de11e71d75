/** The objects whose data a snapshot contains, keyed by name. */
export type Records = Record<string, object>

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The prototypes of the objects that are stored and come back as such. */
const kinds: readonly unknown[] = [Object, Map, Set, Array, Date, Uint8Array, Buffer].map(({ prototype }) => prototype)

/**
 * Returns a copy of an object and its nested plain objects, without functions. Maps, sets and arrays are not copied.
 * @throws TypeError for an instance of any other class: it would come back as another object, with other methods
 */
export function dataOf(live: object): Record<string, unknown> {
  const data = Object.entries(live).filter(([, value]) => typeof value !== 'function')
  const copied = data.map(([name, value]) => {
    const isOther = typeof value === 'object' && value !== null && !kinds.includes(Object.getPrototypeOf(value))
    if (isOther) throw new TypeError(`${name} is an instance of a class, which cannot be stored.`)
    return [name, isPlain(value) ? dataOf(value) : value]
  })
  return Object.fromEntries(copied)
}

/**
 * Replaces the content of a map, set or array by that of a stored one of the same kind. Returns false, without changing
 * anything, for other values.
 */
function refill(live: unknown, stored: unknown): boolean {
  if (live instanceof Map && stored instanceof Map) {
    live.clear()
    for (const [key, value] of stored) live.set(key, value)
  } else if (live instanceof Set && stored instanceof Set) {
    live.clear()
    for (const value of stored) live.add(value)
  } else if (Array.isArray(live) && Array.isArray(stored)) {
    live.length = 0
    for (const value of stored) live.push(value)
  } else {
    return false
  }
  return true
}

/**
 * Copies stored data into live objects. Maps, sets, arrays and plain objects stay the same objects and get new content,
 * because functions refer to them. Fields that were not stored are unchanged.
 */
export function restore(live: Record<string, unknown>, stored: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(stored)) {
    const current = live[name]
    if (refill(current, value)) continue
    if (isPlain(current) && isPlain(value)) restore(current, value)
    else live[name] = value
  }
}
