import type { S3StoreOptions } from '@carillon/media'
import type { S3Config } from './config.ts'

/** Returns the options with which the bucket of the settings is opened. */
export function bucketOf({
  bucket,
  region,
  endpoint,
  forcePathStyle,
  credentials,
  presigned,
}: S3Config): S3StoreOptions {
  const elsewhere = endpoint === null ? {} : { endpoint, forcePathStyle }
  return { bucket, region, presigned, ...(credentials && { credentials }), ...elsewhere }
}
