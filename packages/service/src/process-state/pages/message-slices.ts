/** Consecutive messages of a list, rendered as JSON. */
export interface MessageSlice {
  /** For each message, its id and a version that differs after each change of the message. */
  keys: readonly string[]
  /** The messages as JSON, each preceded by a comma. */
  json: Buffer
  /** The ids of the accounts to which the messages belong. */
  accounts: ReadonlySet<string>
}

/** The maximum number of messages in a slice, so that rendering one does not block other requests. */
const maxKeys = 500
/** A slice with fewer messages is rendered again together with messages that were added after it. */
const minKeys = 250

/** Returns the earlier slice that begins at this position of the list and can be reused; undefined if none can. */
function sameAt(
  keys: readonly string[],
  at: number,
  byFirst: ReadonlyMap<string | undefined, MessageSlice>,
): MessageSlice | undefined {
  const slice = byFirst.get(keys[at])
  if (!slice?.keys.every((key, index) => keys[at + index] === key)) return undefined
  const next = at + slice.keys.length
  const isWhole = slice.keys.length >= minKeys || next === keys.length || byFirst.has(keys[next])
  return isWhole ? slice : undefined
}

/**
 * Divides a list of messages into slices, in order: rendered slices of an earlier list that are unchanged, and between
 * them lists of at most 500 keys whose messages have to be rendered. After a change, only the slice with the changed
 * message has to be rendered again, and the slice before it if that has fewer than 250 messages.
 * @param keys for each message, its id and a version that differs after each change of the message
 * @param earlier the slices rendered before
 */
export function sliceKeys(keys: readonly string[], earlier: readonly MessageSlice[]): (MessageSlice | string[])[] {
  const byFirst = new Map(earlier.map((slice) => [slice.keys[0], slice]))
  const slices: (MessageSlice | string[])[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) slices.push(open)
    open = []
  }
  let reused = 0
  for (const [at, key] of keys.entries()) {
    if (at < reused) continue
    const same = sameAt(keys, at, byFirst)
    if (same === undefined) open.push(key)
    if (same !== undefined || open.length >= maxKeys) close()
    if (same === undefined) continue
    slices.push(same)
    reused = at + same.keys.length
  }
  close()
  return slices
}
