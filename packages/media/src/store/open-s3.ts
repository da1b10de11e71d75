import type { MediaStore } from './media-store.ts'
import type { S3StoreOptions } from './s3.ts'

/** Media in an S3-compatible bucket. Loads the SDK, some 35 MB, only where a bucket is used. */
export async function openS3Store(options: S3StoreOptions): Promise<MediaStore> {
  const { createS3Store } = await import('./s3.ts')
  return createS3Store(options)
}
