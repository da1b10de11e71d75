import { type ImageSource, MAX_PIXELS } from '../image/decoder.ts'
import { imagePool } from '../image/image-pool.ts'
import { type ImageHeader, MAX_ANIMATED_PIXELS } from '../image/work.ts'
import { MediaFault } from '../media-fault.ts'
import { nothingProbed, type Probed } from '../media-file.ts'
import type { MediaType } from '../media-type.ts'
import type { ByteReader } from '../store/byte-reader.ts'
import { gifOutline } from './gif-frames.ts'
import { type Outline, singleFrame } from './outline.ts'
import { pngOutline } from './png-frames.ts'
import { webpFrames } from './webp-frames.ts'

/** The maximum number of frames of an image: more than any network shows. */
const MAX_FRAMES = 1000
/** Lower pixel limits for formats whose decoder keeps the whole image twice instead of a few rows. */
const maxPixels: ReadonlyMap<string, number> = new Map([['image/webp', 24_000_000]])

/** Returns the maximum number of pixels of an image of this media type that can be decoded. */
export function maxPixelsOf(type: string): number {
  return maxPixels.get(type) ?? MAX_PIXELS
}

/** Formats a number of pixels in megapixels, rounded up to one decimal place, for messages. */
export function megapixels(pixels: number): string {
  return String(Math.ceil(pixels / 100_000) / 10)
}

const walks: Partial<Record<MediaType, (reader: ByteReader) => Promise<Outline>>> = {
  'image/png': pngOutline,
  'image/gif': gifOutline,
  'image/webp': async (reader) => ({ ...singleFrame, frames: await webpFrames(reader) }),
}

/**
 * Reads the frames and, for PNG and GIF, the size without a decoder, because decoders spend time on every frame.
 * @throws MediaFault for too many frames or pixels
 */
async function outlineOf(reader: ByteReader, type: MediaType): Promise<Outline> {
  const outline = (await walks[type]?.(reader)) ?? singleFrame
  if (outline.frames > MAX_FRAMES) {
    throw new MediaFault(`has ${outline.frames} frames, at most ${MAX_FRAMES} are taken; shorten the animation`)
  }
  rejectBomb(outline, outline.frames, type)
  return outline
}

function rejectBomb({ width, height }: { width: number; height: number }, frames: number, type: MediaType): void {
  const pixels = width * height
  const max = maxPixelsOf(type)
  if (pixels > max) {
    const found = `is ${width} x ${height} px (${megapixels(pixels)} megapixels)`
    throw new MediaFault(`${found}, at most ${megapixels(max)} megapixels are taken; scale it down`)
  }
  if (pixels * frames > MAX_ANIMATED_PIXELS) {
    const found = `has ${frames} frames of ${width} x ${height} px (${megapixels(pixels * frames)} megapixels together)`
    throw new MediaFault(`${found}, at most ${megapixels(MAX_ANIMATED_PIXELS)} are taken; scale it down or shorten it`)
  }
}

function shown({ width, height, orientation }: ImageHeader): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

/**
 * Reads the dimensions and the number of frames of an image, and decodes the whole image once in the image process. An
 * image with too many pixels or frames is rejected before it is decoded. `owner` is the customer whose image it is.
 * @throws MediaFault for an image that is damaged, cut off, of another format than `type`, or too expensive to decode
 * @throws ServiceError `temporarily_unavailable` if time or memory is exhausted
 */
export async function probeImage(
  source: ImageSource,
  reader: ByteReader,
  { type, owner }: { type: MediaType; owner: string },
): Promise<Probed> {
  const outline = await outlineOf(reader, type)
  const { bytes } = reader
  const header = await imagePool.run({ kind: 'header', source }, { pixels: 0, bytes, owner })
  if (`image/${header.format}` !== type) {
    throw new MediaFault(`begins like ${type} but is something else inside; export the image again`)
  }
  const frames = type === 'image/png' ? outline.frames : header.frames
  rejectBomb(header, frames, type)
  if (outline.lacksEnd) throw new MediaFault('has no end: the file is cut off; send it again')
  // The decoder sees only the first frame of an animated PNG.
  const decoded = type === 'image/png' ? 1 : frames
  const pixels = header.width * header.height
  await imagePool.run({ kind: 'decode', source, frames: decoded }, { pixels, bytes, owner })
  return { ...nothingProbed, ...shown(header), frames }
}
