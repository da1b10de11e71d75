import { loadOnce } from '@carillon/errors'
import type { Sharp, SharpOptions } from 'sharp'

/**
 * Loads the library once, with the first image, because it takes a fifth of the memory of a process without images.
 * After a failure, the next call loads it again.
 * @throws Error if it cannot be loaded
 */
export const loadLibrary = loadOnce(async () => {
  const { default: sharp } = await import('sharp')
  // Only the loaders for accepted formats are enabled, because images come from users. Nothing is decoded twice, so
  // a cache would only use memory; one thread per image, because other processes handle other images.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})

/** The maximum number of pixels of an image that is decoded. */
export const MAX_PIXELS = 50_000_000

/** The path of an image file, or its bytes if the file is not on this machine. */
export type ImageSource = string | Buffer

/**
 * Creates a decoder that, when it is used, rejects damaged images and those with more than `MAX_PIXELS` pixels, unless
 * `options` says otherwise. The time for decoding is limited by the image process in which the decoder runs.
 */
export async function decoder(source: ImageSource, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = await loadLibrary()
  const strict: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }
  return sharp(source, { ...strict, ...options })
}
