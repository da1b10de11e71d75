import { createHash } from 'node:crypto'

/**
 * Builds the strong entity tag (`ETag`, with its quotes) of a response: a hash of `parts`, strings that together
 * determine its content, in this order.
 */
export function entityTag(...parts: readonly string[]): string {
  return `"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`
}

/**
 * Returns whether an `If-None-Match` header contains this tag or `*`, so that 304 can be sent. A weak tag matches its
 * strong form.
 */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
