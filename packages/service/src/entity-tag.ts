import { createHash } from 'node:crypto'

/** The entity tag of a response that consists of these texts. */
export function entityTag(...parts: readonly string[]): string {
  return `"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`
}

/** Whether an `If-None-Match` header contains this tag or `*`. Weak tags match their strong forms. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
