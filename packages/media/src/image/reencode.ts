import { forItem, type Item } from '../media-fault.ts'
import type { MediaFile } from '../media-file.ts'
import type { MediaStore } from '../store/media-store.ts'
import { writeStream } from '../store/write-stream.ts'
import { imageSource } from './decoder.ts'
import { type EncodeOptions, encodeImage } from './encode.ts'

async function* once(data: Buffer) {
  yield data
}

/** Encodes a stored picture anew as a further file of the store; the original stays. Throws `item.code` when it cannot be. */
export async function reencodeImage(
  store: MediaStore,
  file: MediaFile,
  options: EncodeOptions & Item,
): Promise<MediaFile> {
  const { data, contentType, width, height } = await forItem(options, async () =>
    encodeImage(await imageSource(store, file.id), options),
  )
  const { id, bytes, sha256 } = await writeStream(store, once(data))
  return { ...file, id, bytes, sha256, contentType, width, height, frames: 1 }
}
