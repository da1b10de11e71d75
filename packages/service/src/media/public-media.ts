import { createHash } from 'node:crypto'
import { findMediaFile, useMediaLink } from '@carillon/database'
import type { Context } from '../context.ts'

export interface PublicMedia {
  contentType: string
  bytes: number
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>
}

/** What a public link leads to; null alike when it was never given, is over or was closed. A suffix after a dot is ignored. */
export async function openPublicMedia(context: Context, name: string): Promise<PublicMedia | null> {
  const token = name.split('.')[0] ?? ''
  const hash = createHash('sha256').update(token).digest()
  const link = await useMediaLink(context.db, hash, context.now())
  const file = link && (await findMediaFile(context.db, link.media_id))
  if (!file) return null
  return {
    contentType: file.content_type,
    bytes: file.bytes,
    open: (range) => context.media.open(file.id, range),
  }
}
