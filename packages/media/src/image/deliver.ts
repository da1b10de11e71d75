import type { ImageDelivery } from '@carillon/domain'
import { forItem, type Item } from '../media-fault.ts'
import type { MediaFile } from '../media-file.ts'
import type { MediaStore } from '../store/media-store.ts'
import { writeStream } from '../store/write-stream.ts'
import type { Cost } from './concurrency-limit.ts'
import type { ImageSource } from './decoder.ts'
import { rejectAnimation, scaleFor } from './encode.ts'
import { imagePool } from './image-pool.ts'
import { withImageSource } from './with-image-source.ts'

/** The limits for an image, the item in the request that error messages name, and the customer whose image it is. */
export type DeliverOptions = ImageDelivery & Item & Pick<Cost, 'owner'>

function fits({ contentType, bytes, width, height, frames }: MediaFile, options: ImageDelivery): boolean {
  const wanted = options.contentTypes.some((type) => type === contentType)
  if (!wanted || bytes > options.maxBytes || frames !== 1 || !width || !height) return false
  return scaleFor({ width, height }, options) === 1
}

async function isReady(source: ImageSource, file: MediaFile, options: DeliverOptions): Promise<boolean> {
  if (!fits(file, options)) return false
  const header = await imagePool.run({ kind: 'header', source }, { pixels: 0, bytes: file.bytes, owner: options.owner })
  return !header.carriesMore
}

/** Returns a re-encoded copy of an image; null if the image can be sent as it is. */
async function encodeUnlessReady(source: ImageSource, file: MediaFile, options: DeliverOptions) {
  if (await isReady(source, file, options)) return null
  // The decoder sees one frame of an animated PNG; the probe counted all of them.
  rejectAnimation(file.frames ?? 1)
  const cost = { pixels: (file.width ?? 0) * (file.height ?? 0), bytes: file.bytes, owner: options.owner }
  return imagePool.run({ kind: 'encode', source, options }, cost)
}

async function* once(data: Buffer) {
  yield data
}

/**
 * Returns the image to send to a network: the file itself if it satisfies all limits, is upright, in sRGB or gray, and
 * contains neither metadata nor a color profile; otherwise a re-encoded copy, which is written to the media store under
 * another id. The file itself is kept in either case.
 * @throws ServiceError with `options.code` if no acceptable copy can be made; `temporarily_unavailable` if time or
 *   memory is exhausted; an error of the media store
 */
export function deliverImage(store: MediaStore, file: MediaFile, options: DeliverOptions): Promise<MediaFile> {
  return forItem(options, async () => {
    const encoded = await withImageSource(store, { ...file, owner: options.owner }, (source) =>
      encodeUnlessReady(source, file, options),
    )
    if (encoded === null) return file
    const { data, contentType, width, height } = encoded
    const { id, bytes, sha256 } = await writeStream(store, once(data))
    return { ...file, id, bytes, sha256, contentType, width, height, frames: 1 }
  })
}
