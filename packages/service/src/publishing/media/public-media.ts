import { findMediaFile, findMediaLink, markLinkFetched } from '@carillon/database'
import { hashLinkToken } from '@carillon/media'
import type { Context } from '../../context.ts'

export interface PublicMedia {
  contentType: string
  bytes: number
  /** SHA-256 of the bytes, in lower-case hexadecimal. */
  sha256: string
  /** Reads the bytes, or those from `start` to `end`, both included. */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>
  /**
   * Records, as sending the last byte does, that the client has the bytes already; to be called before it is told that
   * they are the same. Returns false if the URL has been closed. Absent where fetches are not recorded.
   */
  noteHeld?(): Promise<boolean>
}

/**
 * Returns the media file behind a public URL; null if the URL never existed, has expired or was closed (as happens
 * before Carillon checks whether the network has fetched the file), or if the file was deleted. The last byte is sent
 * only after the file was recorded as fetched; reading throws if the URL has been closed by then.
 * @param name the last part of the URL: its token, optionally followed by a file suffix
 */
export async function openPublicMedia(context: Context, name: string): Promise<PublicMedia | null> {
  const hash = hashLinkToken(name.split('.')[0] ?? '')
  const link = hash && (await findMediaLink(context.db, hash, context.now()))
  const file = link && (await findMediaFile(context.db, link.mediaId))
  if (!file) return null
  const noteHeld = () => markLinkFetched(context.db, hash, context.now())
  return {
    noteHeld,
    contentType: file.contentType,
    bytes: file.bytes,
    sha256: file.sha256,
    open: (range) => untilFetched({ noteHeld, bytes: file.bytes, range, chunks: context.media.open(file.id, range) }),
  }
}

interface Sending {
  /** Records that the link was fetched; resolves with false if the link has been closed. */
  noteHeld(): Promise<boolean>
  /** The size of the whole file in bytes. */
  bytes: number
  range: { start: number; end: number } | undefined
  chunks: AsyncIterable<Uint8Array>
}

/**
 * Yields the bytes, but the last chunk only after the link has been recorded as fetched. An interrupted download
 * therefore does not count, and a link that is closed meanwhile never delivers a whole file.
 */
async function* untilFetched({ noteHeld, bytes, range, chunks }: Sending): AsyncIterable<Uint8Array> {
  let at = range?.start ?? 0
  for await (const chunk of chunks) {
    at += chunk.byteLength
    if (at >= bytes && !(await noteHeld())) {
      throw new Error('the link was closed while its file was sent')
    }
    yield chunk
  }
}
