/** The number of values from which a body counts as large; rendering so many takes a millisecond or two. */
const largeBody = 5_000
/** The number of values of a large body that are rendered at once. */
const smallPart = 200

type Node = Readonly<Record<string, unknown>>

/** Whether a value is rendered field by field. Values with `toJSON`, such as dates, are rendered as a whole. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}

/** Counts the values within `value`, up to the limit. */
function count(value: unknown, limit: number): number {
  if (!isNode(value)) return 1
  let found = 1
  if (Array.isArray(value)) {
    for (const each of value) {
      if (found >= limit) return found
      found += typeof each === 'object' ? count(each, limit - found) : 1
    }
    return found
  }
  // A list of an object's values would be made and thrown away for each of them.
  for (const name in value) {
    if (found >= limit) return found
    const each = value[name]
    found += typeof each === 'object' ? count(each, limit - found) : 1
  }
  return found
}

/**
 * Returns whether a body has so many values (5,000, nested ones included) that serializing it at once would block other
 * requests.
 */
export function isLarge(body: unknown): boolean {
  return count(body, largeBody) >= largeBody
}

/**
 * Yields the JSON of a body, as `JSON.stringify` would produce it, in pieces that are each produced quickly. The body
 * must not contain functions or symbols.
 */
export function* jsonPieces(value: unknown): Generator<string, void, undefined> {
  if (!isNode(value) || count(value, smallPart) < smallPart) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  for (const [name, each] of Object.entries(value)) {
    if (!isList && each === undefined) continue
    yield isList ? before : `${before}${JSON.stringify(name)}:`
    yield* jsonPieces(each)
    before = ','
  }
  yield before === ',' ? (isList ? ']' : '}') : isList ? '[]' : '{}'
}
