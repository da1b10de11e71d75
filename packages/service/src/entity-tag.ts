import { createHash } from 'node:crypto'

/** The entity tag of a response that these texts make up. */
export function entityTag(...parts: readonly string[]): string {
  return `"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`
}

/** Whether the value of `If-None-Match` names this tag, or any; weak tags count as their strong ones. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
