import type { Readable } from 'node:stream'
import type { MediaType } from './media-type.ts'
import type { ByteRange, MediaStore } from './store/media-store.ts'

/**
 * The result of a probe. Pixels are as displayed (orientation applied); properties that the file does not declare are
 * null.
 */
export interface Probed {
  width: number | null
  height: number | null
  /** Number of frames of an image, 1 for a still one; null for videos. */
  frames: number | null
  durationSeconds: number | null
  frameRate: number | null
  videoCodec: string | null
  audioCodec: string | null
}

/** A stored file that has been inspected. */
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

/** A media file together with a function that reads its bytes from the store. */
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
