import { findMediaFile, useMediaLink } from '@carillon/database'
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
  const link = hash && (await useMediaLink(context.db, hash, context.now()))
  const file = link && (await findMediaFile(context.db, link.media_id))
  if (!file) return null
  return {
    contentType: file.content_type,
    bytes: file.bytes,
    sha256: file.sha256,
    open: (range) => context.media.open(file.id, range),
  }
}
