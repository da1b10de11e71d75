import type { ServerResponse } from 'node:http'

export interface UnreadLimits {
  /** The maximum number of bytes of the large responses of one owner that wait to be read, together. */
  perOwner: number
  /** The maximum number of bytes of all large responses that wait to be read. */
  total: number
}

/** The limits if none are set, for a gateway with a gigabyte of memory. */
export const defaultUnreadLimits: UnreadLimits = { perOwner: 64 * 1024 * 1024, total: 256 * 1024 * 1024 }

/** The responses that have been sent and are in memory until their clients have read them. */
export interface UnreadResponses {
  /**
   * Counts a response, or a part of it. Returns the function that ends the counting, to be called when the client has
   * read the bytes or has left.
   * @param parts the bytes. A buffer that is part of several responses of an owner counts once
   */
  add(res: ServerResponse, owner: string, parts: readonly Buffer[]): () => void
}

interface Unread {
  res: ServerResponse
  parts: readonly Buffer[]
}

interface Owned {
  /** The oldest first. */
  unread: Set<Unread>
  /** In how many of the responses each buffer is. */
  uses: Map<Buffer, number>
  bytes: number
}

function use({ uses }: Owned, part: Buffer): number {
  const count = uses.get(part) ?? 0
  uses.set(part, count + 1)
  return count === 0 ? part.length : 0
}

function giveUp({ uses }: Owned, part: Buffer): number {
  const left = (uses.get(part) ?? 1) - 1
  if (left > 0) uses.set(part, left)
  else uses.delete(part)
  return left > 0 ? 0 : part.length
}

/**
 * Limits the memory of responses that clients do not read, or read slowly. Above a limit, the connection of the
 * response that has waited longest is closed: above `perOwner` of the same owner, above `total` of the owner with the
 * most bytes. Each owner's newest response or part is kept, whatever its size. A response in parts is closed if they
 * exceed a limit together.
 */
export function limitUnread({ perOwner, total }: UnreadLimits): UnreadResponses {
  const owners = new Map<string, Owned>()
  let all = 0

  function remove(owner: string, entry: Unread): void {
    const owned = owners.get(owner)
    if (!owned?.unread.delete(entry)) return
    const freed = entry.parts.reduce((sum, part) => sum + giveUp(owned, part), 0)
    owned.bytes -= freed
    all -= freed
    if (owned.unread.size === 0) owners.delete(owner)
  }

  /** Closes the connection of an owner's oldest response; false if it has one response only. */
  function closeOldest(owner: string): boolean {
    const { unread } = owners.get(owner) ?? { unread: [] }
    const [oldest, next] = unread
    if (oldest === undefined || next === undefined) return false
    remove(owner, oldest)
    oldest.res.destroy()
    return true
  }

  /** Returns the owner with the most bytes of those with several responses; undefined if there is none. */
  function largestOwner(): string | undefined {
    const several = [...owners].filter(([, { unread }]) => unread.size > 1)
    const [most] = several.toSorted(([, one], [, other]) => other.bytes - one.bytes)
    return most?.[0]
  }

  return {
    add(res, owner, parts) {
      if (res.closed || res.writableFinished) return () => {}
      const owned = owners.get(owner) ?? { unread: new Set(), uses: new Map(), bytes: 0 }
      owners.set(owner, owned)
      const entry = { res, parts }
      owned.unread.add(entry)
      const bytes = parts.reduce((sum, part) => sum + use(owned, part), 0)
      owned.bytes += bytes
      all += bytes
      while (owned.bytes > perOwner && closeOldest(owner));
      while (all > total && closeOldest(largestOwner() ?? ''));
      return () => remove(owner, entry)
    },
  }
}
