import type { MediaStore } from './media-store.ts'
import type { S3StoreOptions } from './s3.ts'

/** Creates a store in an S3-compatible bucket. The SDK, about 35 MB, is loaded only here. */
export async function openS3Store(options: S3StoreOptions): Promise<MediaStore> {
  const { createS3Store } = await import('./s3.ts')
  return createS3Store(options)
}
