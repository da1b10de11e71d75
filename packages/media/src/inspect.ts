import type { StagedFile } from '@carillon/domain'
import { withImageSource } from './image/with-image-source.ts'
import { forItem, type Item, MediaFault } from './media-fault.ts'
import type { MediaFile, Probed } from './media-file.ts'
import type { MediaType } from './media-type.ts'
import { probeImage } from './probe/image.ts'
import { probeIsoVideo } from './probe/mp4.ts'
import { probeWebm } from './probe/webm.ts'
import { type ByteReader, memoryReader, openReader } from './store/byte-reader.ts'
import type { MediaStore } from './store/media-store.ts'

type Probe = (given: { store: MediaStore; file: StagedFile; reader: ByteReader; owner: string }) => Promise<Probed>

/** The maximum size of an image in bytes, more than any image within the pixel limit has. */
const MAX_IMAGE_BYTES = 64 * 1024 * 1024

/** Throws a `MediaFault` for an image that is too large to be read into memory, as images in a bucket are. */
function rejectLarge({ bytes }: StagedFile): void {
  if (bytes <= MAX_IMAGE_BYTES) return
  throw new MediaFault(`is ${bytes} bytes large, at most ${MAX_IMAGE_BYTES} are taken for an image; compress it`)
}

const image =
  (type: MediaType): Probe =>
  async ({ store, file, reader, owner }) => {
    rejectLarge(file)
    return withImageSource(store, { ...file, owner }, (source) =>
      probeImage(source, typeof source === 'string' ? reader : memoryReader(source), { type, owner }),
    )
  }

const probes: Readonly<Record<MediaType, Probe>> = {
  'image/jpeg': image('image/jpeg'),
  'image/png': image('image/png'),
  'image/webp': image('image/webp'),
  'image/gif': image('image/gif'),
  'video/mp4': ({ reader }) => probeIsoVideo(reader),
  'video/quicktime': ({ reader }) => probeIsoVideo(reader),
  'video/webm': ({ reader }) => probeWebm(reader),
}

function isMediaType(type: string | null): type is MediaType {
  return type !== null && Object.hasOwn(probes, type)
}

function typeOf(file: StagedFile, { declared, taken = Object.keys(probes) }: InspectOptions): MediaType {
  if (file.bytes === 0) throw new MediaFault('is empty')
  if (!isMediaType(file.sniffed)) {
    throw new MediaFault(`is not a supported media type; send one of ${taken.join(', ')}`)
  }
  if (declared !== undefined && declared !== file.sniffed) {
    throw new MediaFault(`is declared as ${declared} but its bytes are ${file.sniffed}; declare what it is`)
  }
  return file.sniffed
}

interface InspectOptions extends Item {
  /** The content type that the client declared; omitted if it declared none, as for a URL. */
  declared?: string | undefined
  /**
   * The content types that the message about an unsupported file lists; all supported ones if omitted. A file of
   * another supported type is not rejected here.
   */
  taken?: readonly string[]
  /** The customer whose file it is, such as the id of the organization: the images of several take turns. */
  owner: string
}

/**
 * Reads a stored file and returns its properties. Images are decoded completely once.
 * @throws ServiceError with `options.code` if the file is not usable media, or has another type than declared;
 *   `temporarily_unavailable` if time or memory is exhausted; `database_error` if the file cannot be read
 */
export function inspectMedia(store: MediaStore, file: StagedFile, options: InspectOptions): Promise<MediaFile> {
  return forItem(options, async () => {
    const contentType = typeOf(file, options)
    const reader = await openReader(store, file)
    try {
      const probed = await probes[contentType]({ store, file, reader, owner: options.owner })
      return { id: file.id, contentType, bytes: file.bytes, sha256: file.sha256, ...probed }
    } finally {
      await reader.close()
    }
  })
}
