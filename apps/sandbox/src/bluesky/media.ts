import type { HeldMedia, SandboxContext } from '../network.ts'

/**
 * A reference to bytes (a blob) in a record of the AT Protocol. `$link` is the CID of the bytes.
 * @see https://atproto.com/specs/data-model#blob-type (read 2026-11-20)
 */
export interface Blob {
  $type: 'blob'
  ref: { $link: string }
  mimeType: string
}

/** An image or video in a post's record, with its alternative text; null if it has none. */
interface Embedded {
  blob: Blob
  alt: string | null
}

function isBlob(value: unknown): value is Blob {
  return typeof value === 'object' && value !== null && '$type' in value && value.$type === 'blob'
}

/** Generates all blobs in a record, at any depth, with the alternative text beside them. */
function* findBlobs(value: unknown): Generator<Embedded> {
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) {
    if (isBlob(inner)) yield { blob: inner, alt: 'alt' in value && typeof value.alt === 'string' ? value.alt : null }
    else yield* findBlobs(inner)
  }
}

/**
 * Creates a function that lists the images and videos of a post, given the author's DID and the `embed` of the record;
 * an empty list if the post has none. The function reads each file once from the data server at `origin`, and stores it
 * with `keep`. It rejects with an `Error` if the data server does not send a file.
 */
export function createMediaReader(origin: string, keep: SandboxContext['keep']) {
  const shelved = new Map<string, Promise<HeldMedia>>()

  async function shelve(did: string, { blob, alt }: Embedded): Promise<HeldMedia> {
    const url = new URL('/xrpc/com.atproto.sync.getBlob', origin)
    url.search = new URLSearchParams({ did, cid: blob.ref.$link }).toString()
    const response = await fetch(url)
    if (!response.ok) throw new Error(`getBlob responded with ${response.status}`)
    return keep(Buffer.from(await response.arrayBuffer()), blob.mimeType, alt)
  }

  async function show(did: string, embedded: Embedded): Promise<HeldMedia> {
    const key = `${did} ${embedded.blob.ref.$link}`
    const held = shelved.get(key) ?? shelve(did, embedded)
    shelved.set(key, held)
    held.catch(() => shelved.delete(key))
    return { ...(await held), altText: embedded.alt }
  }

  return (did: string, embed: unknown): Promise<HeldMedia[]> =>
    Promise.all([...findBlobs(embed)].map((embedded) => show(did, embedded)))
}
