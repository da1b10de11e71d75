import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { AbortMultipartUploadCommand, DeleteObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { storeFailure } from './failure.ts'
import { s3Failure } from './s3-failure.ts'
import type { WriteTarget } from './writer.ts'

/**
 * The size of a part in bytes, the minimum that S3 accepts; the last part may be smaller.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html (read 2026-11-20)
 */
const PART_BYTES = 5 * 1024 * 1024

/** The location of an object in S3. */
interface ObjectPlace {
  client: S3Client
  bucket: string
  key: string
}

/**
 * Creates a target that writes one object part by part as its bytes arrive, so that a video of any size needs the
 * memory of two parts. A file of one part is a single request. The object is not visible before `commit`.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html (read 2026-11-20)
 */
export function s3Target({ client, bucket, key }: ObjectPlace): WriteTarget {
  const target = { Bucket: bucket, Key: key }
  const body = new PassThrough()
  // The upload destroys it when it fails, and its own error is the one to report.
  body.on('error', () => {})
  // The parts of a failed upload are removed by `discard`, which also knows of a failed completion.
  const upload = new Upload({
    client,
    params: { ...target, Body: body },
    partSize: PART_BYTES,
    queueSize: 1,
    leavePartsOnError: true,
  })
  const uploaded = upload.done().catch((error: unknown) => {
    body.destroy()
    throw s3Failure(error, storeFailure)
  })
  uploaded.catch(() => {})
  let ended = false

  return {
    async append(chunks) {
      for (const chunk of chunks) {
        if (body.destroyed) await uploaded
        if (!body.write(chunk)) await once(body, 'drain').catch(() => uploaded)
      }
    },
    async commit() {
      // From here on the object may exist, whether or not the response arrives.
      ended = true
      body.end()
      await uploaded
    },
    async discard() {
      body.destroy(new Error('the upload was discarded'))
      await uploaded.catch(() => {})
      // The sweep removes the remains if these fail; the original error is reported.
      const { uploadId: UploadId } = upload
      if (UploadId !== undefined)
        await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {})
      if (ended) await client.send(new DeleteObjectCommand(target)).catch(() => {})
    },
  }
}
