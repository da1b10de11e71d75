import { createHash } from 'node:crypto'

/** The thing with its `etag`, which changes with what it says. */
export function tagged<T extends { kind: string }>(thing: T): T & { etag: string } {
  const etag = createHash('sha1').update(JSON.stringify(thing)).digest('base64url')
  const { kind, ...rest } = thing
  return { kind, etag, ...rest } as unknown as T & { etag: string }
}
