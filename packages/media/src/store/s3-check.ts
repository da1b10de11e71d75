import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
} from '@aws-sdk/client-s3'
import { connectS3, type S3StoreOptions } from './s3.ts'

/**
 * Begins an upload in parts under a prefix of the bucket, lists it and aborts it, as each of these takes a permission
 * of its own. Nothing remains.
 * @throws the error of the service
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html (read 2026-11-20)
 */
export async function checkUploads(options: S3StoreOptions & { prefix: string }): Promise<void> {
  const client = connectS3(options)
  const target = { Bucket: options.bucket, Key: `${options.prefix}doctor-${randomUUID()}` }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  try {
    await client.send(new ListMultipartUploadsCommand({ Bucket: target.Bucket, Prefix: target.Key }))
  } finally {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }))
  }
}
