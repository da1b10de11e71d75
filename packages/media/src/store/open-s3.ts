import type { MediaStore } from './media-store.ts'
import type { NamedFiles } from './named-files.ts'
import type { S3StoreOptions } from './s3.ts'

/**
 * Creates a media store in an S3-compatible bucket. Loads the SDK, which takes about 35 MB, first, but makes no
 * request: a missing bucket or invalid credentials are noticed only when the store is used. Reads and writes then
 * reject with `database_error`.
 */
export async function openS3Store(options: S3StoreOptions): Promise<MediaStore> {
  const { createS3Store } = await import('./s3.ts')
  return createS3Store(options)
}

/**
 * Returns an object that stores, lists, reads and removes small private files by name in an S3-compatible bucket. The
 * key of each is `prefix` + name. Loads the SDK, which takes about 35 MB, first, but makes no request: a missing bucket
 * or invalid credentials are noticed only when the object is used.
 */
export async function openS3Files(options: S3StoreOptions & { prefix: string }): Promise<NamedFiles> {
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(options)
}

/**
 * Begins an upload in parts under `prefix` of an S3-compatible bucket, lists it and aborts it, so that nothing remains.
 * Loads the SDK first, as `openS3Store` does.
 * @throws the error of the service
 */
export async function checkS3Uploads(options: S3StoreOptions & { prefix: string }): Promise<void> {
  const { checkUploads } = await import('./s3-check.ts')
  return checkUploads(options)
}
