import type { Metadata } from 'sharp'
import { decoder, type ImageSource, MAX_PIXELS } from '../image/decoder.ts'
import { MediaFault } from '../media-fault.ts'
import { nothingProbed, type Probed } from '../media-file.ts'
import type { ByteReader } from '../store/byte-reader.ts'
import { gifFrames } from './gif-frames.ts'
import { pngFrames } from './png-frames.ts'
import type { MediaType } from './sniff.ts'
import { webpFrames } from './webp-frames.ts'

/** More images than any network shows in one image. */
const MAX_FRAMES = 1000
/** All images of an animation together: what decodes in about a second. */
const MAX_ANIMATED_PIXELS = 500_000_000
const GIF_TRAILER = 0x3b
const MAX_TAIL = 1024

export function megapixels(pixels: number): string {
  return String(Math.ceil(pixels / 100_000) / 10)
}

async function readHeader(source: ImageSource): Promise<Metadata> {
  try {
    // No pixel is decoded here, so that an image which is refused for its size can be told with its size.
    return await (await decoder(source, { limitInputPixels: false })).metadata()
  } catch (cause) {
    throw new MediaFault('cannot be decoded: its header is damaged; export the image again', { cause })
  }
}

const counters: Partial<Record<MediaType, (reader: ByteReader) => Promise<number>>> = {
  'image/png': pngFrames,
  'image/gif': gifFrames,
  'image/webp': webpFrames,
}

/** Counted by ourselves, and before a decoder looks at the file: what decoders do for each image adds up. */
async function countFrames(reader: ByteReader, type: MediaType): Promise<number> {
  const frames = (await counters[type]?.(reader)) ?? 1
  if (frames > MAX_FRAMES) {
    throw new MediaFault(`has ${frames} frames, at most ${MAX_FRAMES} are taken; shorten the animation`)
  }
  return frames
}

function refuseBomb({ width, height }: Metadata, frames: number): void {
  const pixels = width * height
  if (pixels > MAX_PIXELS) {
    const found = `is ${width} x ${height} px (${megapixels(pixels)} megapixels)`
    throw new MediaFault(`${found}, at most ${megapixels(MAX_PIXELS)} megapixels are taken; scale it down`)
  }
  if (pixels * frames > MAX_ANIMATED_PIXELS) {
    const found = `has ${frames} frames of ${width} x ${height} px (${megapixels(pixels * frames)} megapixels together)`
    throw new MediaFault(`${found}, at most ${megapixels(MAX_ANIMATED_PIXELS)} are taken; scale it down or shorten it`)
  }
}

/** Decodes every row once while keeping only a few of them: shrinking to a thumbnail has to read them all. */
async function decodeAll(source: ImageSource, frames: number): Promise<void> {
  const options = frames > 1 ? { animated: true, limitInputPixels: MAX_ANIMATED_PIXELS } : {}
  const thumbnail = { fit: 'fill', kernel: 'linear', fastShrinkOnLoad: false } as const
  try {
    await (await decoder(source, options)).resize(8, 8, thumbnail).raw().toBuffer()
  } catch (cause) {
    throw new MediaFault('cannot be decoded to its end: the file is cut off or damaged; send it again', { cause })
  }
}

/** A GIF decoder shows what there is of a file that was cut off, so its end has to be looked at. */
async function refuseOpenEnd(reader: ByteReader): Promise<void> {
  const length = Math.min(reader.bytes, MAX_TAIL)
  const tail = await reader.read(reader.bytes - length, length)
  if (tail.findLast((byte) => byte !== 0) !== GIF_TRAILER) {
    throw new MediaFault('has no end: the file is cut off; send it again')
  }
}

function shown({ width, height, orientation = 1 }: Metadata): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

/**
 * Dimensions and frames of an image, which is decoded once to its end. Throws `MediaFault` for what is damaged, cut off,
 * or would take more memory than it is worth; the latter is told from the header alone.
 */
export async function probeImage(source: ImageSource, reader: ByteReader, type: MediaType): Promise<Probed> {
  const counted = await countFrames(reader, type)
  const header = await readHeader(source)
  if (`image/${header.format}` !== type) {
    throw new MediaFault(`begins like ${type} but is something else inside; export the image again`)
  }
  const frames = type === 'image/png' ? counted : (header.pages ?? 1)
  refuseBomb(header, frames)
  if (type === 'image/gif') await refuseOpenEnd(reader)
  await decodeAll(source, type === 'image/png' ? 1 : frames)
  return { ...nothingProbed, ...shown(header), frames }
}
