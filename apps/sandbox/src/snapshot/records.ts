/** The objects whose data a snapshot contains, keyed by name. */
export type Records = Record<string, object>

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/**
 * Returns a copy of an object and its nested plain objects, without functions. Maps, sets and arrays are not copied.
 */
export function dataOf(live: object): Record<string, unknown> {
  const data = Object.entries(live).filter(([, value]) => typeof value !== 'function')
  return Object.fromEntries(data.map(([name, value]) => [name, isPlain(value) ? dataOf(value) : value]))
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
