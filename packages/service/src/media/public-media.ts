import { findMediaFile, findMediaLink, markLinkFetched } from '@carillon/database'
import { hashLinkToken } from '@carillon/media'
import type { Context } from '../context.ts'

export interface PublicMedia {
  contentType: string
  bytes: number
  /** Of the bytes, as lower-case hex. */
  sha256: string
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>
}

/** What a public link leads to; null alike when it was never given, is over or was closed. A suffix after a dot is ignored. */
export async function openPublicMedia(context: Context, name: string): Promise<PublicMedia | null> {
  const hash = hashLinkToken(name.split('.')[0] ?? '')
  const link = hash && (await findMediaLink(context.db, hash, context.now()))
  const file = link && (await findMediaFile(context.db, link.media_id))
  if (!file) return null
  return {
    contentType: file.content_type,
    bytes: file.bytes,
    sha256: file.sha256,
    open: (range) =>
      untilFetched(context, { hash, bytes: file.bytes, range, chunks: context.media.open(file.id, range) }),
  }
}

interface Sending {
  hash: Buffer
  /** Of the whole file. */
  bytes: number
  range: { start: number; end: number } | undefined
  chunks: AsyncIterable<Uint8Array>
}

/**
 * The bytes as they are; the file's last one leaves only once the link is marked as fetched. What was begun and never
 * ended is then no fetch, and a link that is closed meanwhile gives nobody a whole file.
 */
async function* untilFetched(context: Context, { hash, bytes, range, chunks }: Sending): AsyncIterable<Uint8Array> {
  let at = range?.start ?? 0
  for await (const chunk of chunks) {
    at += chunk.byteLength
    if (at >= bytes && !(await markLinkFetched(context.db, hash, context.now()))) {
      throw new Error('the link was closed while its file was sent')
    }
    yield chunk
  }
}
