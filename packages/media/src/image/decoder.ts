import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Sharp, SharpOptions } from 'sharp'
import type { MediaStore } from '../store/media-store.ts'

async function load() {
  const { default: sharp } = await import('sharp')
  // Images come from strangers: no loader but those of the formats we take. Nothing is decoded twice, so caching only
  // keeps memory; one thread an image, since other processes work on others.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Loaded with the first image: it is a fifth of the memory of a process that sees none. */
let loaded: ReturnType<typeof load> | undefined

/** Images with more pixels are not decoded. */
export const MAX_PIXELS = 50_000_000

/** A path, or the whole file when it is not on this machine. */
export type ImageSource = string | Buffer

export async function imageSource(store: MediaStore, id: string): Promise<ImageSource> {
  return store.localPath(id) ?? buffer(store.open(id))
}

/** Bytes of an encoded image. */
export async function sourceBytes(source: ImageSource): Promise<number> {
  return typeof source === 'string' ? (await stat(source)).size : source.length
}

/** A decoder that gives up on broken data and on too many pixels. Time is limited by the process in which it runs. */
export async function decoder(source: ImageSource, options: SharpOptions = {}): Promise<Sharp> {
  loaded ??= load()
  const sharp = await loaded
  const strict: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }
  return sharp(source, { ...strict, ...options })
}
