export interface Mention {
  start: number
  end: number
  handle: string
}

const MENTION = /(?<![\p{L}\p{N}_@/])@([A-Za-z0-9_]{1,15})(?![A-Za-z0-9_@])/gu

/** Returns the mentions in a text, in order and with offsets in UTF-16 code units; an empty list for none. */
export function findMentions(text: string): Mention[] {
  return [...text.matchAll(MENTION)].map(({ index, 0: all, 1: handle = '' }) => ({
    start: index,
    end: index + all.length,
    handle,
  }))
}

/** Returns the cashtags in a text, in order and with the dollar sign, such as `$ABC`; an empty list for none. */
export function findCashtags(text: string): string[] {
  return text.match(/(?<![\p{L}\p{N}$])\$[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?(?![A-Za-z0-9_])/gu) ?? []
}

/** Returns whether a text mentions a handle, given without `@`. Upper and lower case are the same. */
export function mentions(text: string, handle: string): boolean {
  return findMentions(text).some((mention) => mention.handle.toLowerCase() === handle.toLowerCase())
}
