import type { ReadPost } from '@carillon/domain'

/**
 * Returns a function that takes one post after the other of a list and returns true for each that is new: networks
 * repeat some posts, with the same id or the same permalink.
 */
export function firstOfEach(): (post: ReadPost) => boolean {
  const seen = new Set<string>()
  return ({ providerId, permalink }) => {
    const keys = [providerId, permalink ?? providerId]
    const isNew = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  }
}
