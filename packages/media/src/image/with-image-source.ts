import { buffer } from 'node:stream/consumers'
import type { MediaStore } from '../store/media-store.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import type { ImageSource } from './decoder.ts'

/**
 * Limits the images in the memory of this process, two of the largest, so that many requests at the same time cannot
 * exhaust it. The number of images is not limited here, nor are their pixels, because nothing is decoded.
 */
const acquire = createConcurrencyLimit({ pixels: Infinity, bytes: 128 * 1024 * 1024, tasks: Infinity })

/**
 * Calls `work` with the source of a stored image for the image process: its path if the media store is a disk, without
 * a check that the file exists; otherwise its bytes, which are read from the store and kept until `work` has ended. If
 * the images that are kept would exceed 128 MiB, waits until others are released; customers (`owner`) take turns. Must
 * not be called within `work`.
 * @returns the result of `work`
 * @throws an error of the media store if the bytes cannot be read; an error of `work`
 */
export async function withImageSource<Result>(
  store: MediaStore,
  { id, bytes, owner }: { id: string; bytes: number; owner: string },
  work: (source: ImageSource) => Promise<Result>,
): Promise<Result> {
  const path = store.localPath(id)
  if (path !== null) return work(path)
  const release = await acquire({ pixels: 0, bytes, owner })
  try {
    return await work(await buffer(store.open(id)))
  } finally {
    release()
  }
}
