import type { ImageDelivery } from '@carillon/domain'
import type { OutputInfo, Sharp } from 'sharp'
import { MediaFault } from '../media-fault.ts'
import { decoder, type ImageSource } from './decoder.ts'

type ImageFormat = ImageDelivery['contentTypes'][number]

export interface EncodedImage {
  data: Buffer
  contentType: ImageFormat
  width: number
  height: number
}

const BEST = 92
const WORST = 60
const SMALLEST_SIDE = 64
const MAX_ROUNDS = 8
/**
 * The maximum size in bytes of decoded pixels that are kept between attempts. Larger images are decoded again each
 * time.
 */
const KEPT_BYTES = 32 * 1024 * 1024

type Encoder = (image: Sharp, quality: number) => Sharp

const encoders: Readonly<Record<ImageFormat, { lossy: boolean; encode: Encoder }>> = {
  'image/jpeg': { lossy: true, encode: (imageFile, quality) => imageFile.jpeg({ quality }) },
  'image/webp': { lossy: true, encode: (imageFile, quality) => imageFile.webp({ quality }) },
  'image/png': { lossy: false, encode: (imageFile) => imageFile.png({ compressionLevel: 9, adaptiveFiltering: true }) },
}

interface Size {
  width: number
  height: number
}

interface Attempt {
  data: Buffer
  info: OutputInfo
}

/**
 * Returns the factor by which an image has to be scaled so that both sides satisfy their limits; 1 if they already do.
 */
export function scaleFor({ width, height }: Size, { maxSide, maxShortSide, maxWidth }: ImageDelivery): number {
  const bounds = [
    maxSide && maxSide / Math.max(width, height),
    maxShortSide && maxShortSide / Math.min(width, height),
    maxWidth && maxWidth / width,
  ].filter((bound) => bound !== undefined)
  return Math.min(1, ...bounds)
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Returns the image with these dimensions, upright, with colors in sRGB and, if `flatten` is true, on a white
 * background. Nothing is decoded yet. Encoding it drops EXIF, GPS and all other metadata.
 */
async function pixels(source: ImageSource, size: Size, flatten: boolean): Promise<Sharp> {
  const imageFile = (await decoder(source))
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
  return flatten ? imageFile.flatten({ background: '#ffffff' }) : imageFile
}

type Draw = (quality: number) => Promise<Attempt>

async function drawing(source: ImageSource, size: Size, format: ImageFormat): Promise<Draw> {
  const { encode } = encoders[format]
  // JPEG has no transparency.
  const flatten = format === 'image/jpeg'
  const again = async (quality: number) =>
    encode(await pixels(source, size, flatten), quality).toBuffer({ resolveWithObject: true })
  if (size.width * size.height * 4 > KEPT_BYTES) return again
  const { data, info } = await (await pixels(source, size, flatten)).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return async (quality) => encode(await decoder(data, { raw }), quality).toBuffer({ resolveWithObject: true })
}

/**
 * Returns the result with the best quality that fits into `maxBytes`. If none fits, returns the smallest one, which is
 * larger. A lossless format has only one quality.
 */
async function bestFitting(draw: Draw, lossy: boolean, maxBytes: number): Promise<Attempt> {
  const best = await draw(BEST)
  if (!lossy || best.data.length <= maxBytes) return best
  let fitting = await draw(WORST)
  if (fitting.data.length > maxBytes) return fitting
  let [low, high] = [WORST, BEST]
  while (high - low > 3) {
    const quality = (low + high) >> 1
    const attempt = await draw(quality)
    const fits = attempt.data.length <= maxBytes
    if (fits) fitting = attempt
    if (fits) low = quality
    else high = quality
  }
  return fitting
}

/**
 * Throws a `MediaFault` if an image in a field for still images has more than one frame, since frames must not be
 * dropped.
 */
export function rejectAnimation(frames: number): void {
  if (frames > 1) throw new MediaFault(`is animated with ${frames} frames and cannot be converted; send a still image`)
}

async function sizeShown(source: ImageSource): Promise<Size & { format: string }> {
  const { autoOrient, format, pages = 1 } = await (await decoder(source)).metadata()
  rejectAnimation(pages)
  return { width: autoOrient.width, height: autoOrient.height, format }
}

function target(format: string, { contentTypes }: ImageDelivery): ImageFormat {
  return contentTypes.find((candidate) => candidate === `image/${format}`) ?? contentTypes[0] ?? 'image/jpeg'
}

/**
 * Returns the lossy format to use for an image that is too large in a lossless one; undefined if no accepted format is
 * lossy, or if the image has transparent pixels.
 */
async function lossyInstead(source: ImageSource, { contentTypes }: ImageDelivery): Promise<ImageFormat | undefined> {
  const lossy = contentTypes.find((candidate) => encoders[candidate].lossy)
  return lossy !== undefined && (await (await decoder(source)).stats()).isOpaque ? lossy : undefined
}

/**
 * Re-encodes a still image so that it satisfies the limits in `options`, in its own format if `contentTypes` lists
 * that, otherwise in the first listed format. The image is scaled to the limits in pixels and encoded with the best
 * quality that fits into `maxBytes`. If no quality fits, an opaque image in a lossless format gets the first listed
 * lossy format; after that, the image is scaled down further. It is never cropped or distorted.
 * @throws MediaFault if the limits cannot be satisfied, or if the image is animated
 */
export async function encodeImage(source: ImageSource, options: ImageDelivery): Promise<EncodedImage> {
  const { format, ...original } = await sizeShown(source)
  let contentType = target(format, options)
  let size = scaled(original, scaleFor(original, options))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { lossy } = encoders[contentType]
    const draw = await drawing(source, size, contentType)
    const { data, info } = await bestFitting(draw, lossy, options.maxBytes)
    if (data.length <= options.maxBytes) return { data, contentType, width: info.width, height: info.height }
    const other = lossy || round > 0 ? undefined : await lossyInstead(source, options)
    if (other) {
      contentType = other
      continue
    }
    const smaller = scaled(size, Math.min(0.9, 0.95 * Math.sqrt(options.maxBytes / data.length)))
    if (Math.max(smaller.width, smaller.height) < SMALLEST_SIDE) break
    size = smaller
  }
  throw new MediaFault(`cannot be made to fit into ${options.maxBytes} bytes; send a simpler or smaller image`)
}
