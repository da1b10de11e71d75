import { createHash } from 'node:crypto'

/** Returns a copy of a resource with an `etag`, computed from its content. */
export function tagged<T extends { kind: string }>(thing: T): T & { etag: string } {
  const etag = createHash('sha1').update(JSON.stringify(thing)).digest('base64url')
  // The usual order: what it is, its etag, then the rest.
  return Object.assign({ kind: thing.kind, etag }, thing)
}
