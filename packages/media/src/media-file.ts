import type { Readable } from 'node:stream'
import type { MediaType } from './probe/sniff.ts'
import type { ByteRange, MediaStore } from './store/media-store.ts'

/** What a probe finds out. Pixels as shown (orientation applied); what a file does not tell is null. */
export interface Probed {
  width: number | null
  height: number | null
  /** Images in an image, 1 for a still one; null for videos. */
  frames: number | null
  durationSeconds: number | null
  frameRate: number | null
  videoCodec: string | null
  audioCodec: string | null
}

/** A file in the store whose bytes were looked at. */
export interface MediaFile extends Probed {
  id: string
  contentType: MediaType
  bytes: number
  sha256: string
}

/** The file as an adapter reads it. */
export interface OpenedMedia extends MediaFile {
  mediaId: string
  open(range?: ByteRange): Readable
}

export function openMedia(store: MediaStore, file: MediaFile): OpenedMedia {
  return { ...file, mediaId: file.id, open: (range) => store.open(file.id, range) }
}

export const nothingProbed: Probed = {
  width: null,
  height: null,
  frames: null,
  durationSeconds: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
}
