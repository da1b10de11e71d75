import type { ImageDelivery } from '@carillon/domain'
import type { Metadata } from 'sharp'
import { MediaFault } from '../media-fault.ts'
import { decoder, type ImageSource, loadLibrary } from './decoder.ts'
import { type EncodedImage, encodeImage } from './encode.ts'

/**
 * The maximum number of pixels of all frames of an animation together. Decoding as many takes about 1 to 13 seconds,
 * depending on the format and the image.
 */
export const MAX_ANIMATED_PIXELS = 500_000_000

/** The contents of an image's header. */
export interface ImageHeader {
  /** The subtype of the content type, such as `jpeg`. */
  format: string
  /** The stored size in pixels, before `orientation` is applied. */
  width: number
  height: number
  frames: number
  /** The EXIF orientation, 1 to 8. From 5 on, width and height are swapped when the image is displayed. */
  orientation: number
  /**
   * True if the file contains metadata, a color profile, or colors other than sRGB and gray, or if its orientation has
   * to be applied.
   */
  carriesMore: boolean
}

/** A task for an image process. */
export type ImageWork =
  /** Reads the header and decodes no pixels. */
  | { kind: 'header'; source: ImageSource }
  /**
   * Decodes the whole image once, to find damage, and discards the result. `frames` is the number of frames in the
   * image; 1 for an animated PNG, of which only the first frame is decoded.
   */
  | { kind: 'decode'; source: ImageSource; frames: number }
  /** Scales the image down to the limits of `options` and encodes it. */
  | { kind: 'encode'; source: ImageSource; options: ImageDelivery }

/** The result of a task, keyed by its kind. */
export interface ImageResults {
  header: ImageHeader
  decode: null
  encode: EncodedImage
}

function carriesMore({ exif, xmp, iptc, comments, icc, orientation = 1, space }: Metadata): boolean {
  return Boolean(exif || xmp || iptc || comments || icc) || orientation !== 1 || (space !== 'srgb' && space !== 'b-w')
}

async function readHeader(source: ImageSource): Promise<ImageHeader> {
  try {
    // No pixels are decoded here, so that an image rejected for its size can be described with its size.
    const header = await (await decoder(source, { limitInputPixels: false })).metadata()
    const { format, width, height, pages = 1, orientation = 1 } = header
    return { format, width, height, frames: pages, orientation, carriesMore: carriesMore(header) }
  } catch (cause) {
    throw new MediaFault('cannot be decoded: its header is damaged; export the image again', { cause })
  }
}

/**
 * Decodes all rows of all frames, while keeping only a few of them in memory: shrinking to a thumbnail reads them all.
 * @throws MediaFault if the image is cut off or damaged
 */
async function decodeAll(source: ImageSource, frames: number): Promise<null> {
  const options = frames > 1 ? { animated: true, limitInputPixels: MAX_ANIMATED_PIXELS } : {}
  try {
    const image = await decoder(source, options)
    // A WebP decoder that shrinks while decoding keeps one copy of the image less and still reads all of it.
    const fastShrinkOnLoad = (await image.metadata()).format === 'webp'
    await image.resize(8, 8, { fit: 'fill', kernel: 'linear', fastShrinkOnLoad }).raw().toBuffer()
    return null
  } catch (cause) {
    throw new MediaFault('cannot be decoded to its end: the file is cut off or damaged; send it again', { cause })
  }
}

/**
 * Performs one task and returns its result, as `ImageResults` lists it. Runs in the image process only.
 * @throws MediaFault if the image cannot be used; Error if the library cannot be loaded
 */
export async function doImageWork(work: ImageWork): Promise<ImageResults[ImageWork['kind']]> {
  // Not within the tasks, which hold a failure against the image.
  await loadLibrary()
  switch (work.kind) {
    case 'header':
      return readHeader(work.source)
    case 'decode':
      return decodeAll(work.source, work.frames)
    case 'encode':
      return encodeImage(work.source, work.options)
  }
}
