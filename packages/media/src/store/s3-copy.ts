import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'

/** The sizes in bytes of copies within the service. */
export interface CopySizes {
  /** The maximum size of an object that is copied with one request. */
  object: number
  /** The size of the parts in which a larger object is copied; the last part may be smaller. */
  part: number
}

/** The documented maximum, and parts that a service copies well within the timeout of a request. */
const usual: CopySizes = { object: 5 * 1024 ** 3, part: 512 * 1024 ** 2 }
const partsAtOnce = 8

/** A copy within a bucket: the keys of the object and of its copy. */
interface Copy {
  client: S3Client
  bucket: string
  from: string
  to: string
  sizes?: CopySizes | undefined
}

/**
 * Returns whether the service rejected a request as such, as it does if an object is too large to be copied at once.
 */
function isRejected(error: unknown): boolean {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  return status === 400 || status === 413
}

/**
 * Copies an object within the service: with one request or, if that is rejected and the object is larger than 5 GiB, in
 * parts. Nothing of a failed copy remains, unless the service does not respond.
 * @throws the error of the service, such as that for a missing object
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html (archived copy read 2026-11-20)
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/CopyingObjectsMPUapi.html (page not reached; types of the
 *   SDK read 2026-11-29)
 */
export async function copyObject(copy: Copy): Promise<void> {
  const { client, bucket, from, to, sizes = usual } = copy
  const CopySource = encodeURI(`${bucket}/${from}`)
  try {
    await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource }))
  } catch (error) {
    if (!isRejected(error)) throw error
    const { ContentLength: bytes = 0 } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: from }))
    if (bytes <= sizes.object) throw error
    await copyInParts({ ...copy, bytes, part: sizes.part, CopySource })
  }
}

type LargeCopy = Copy & { bytes: number; part: number; CopySource: string }

async function copyInParts(copy: LargeCopy): Promise<void> {
  const { client, bucket, to } = copy
  const target = { Bucket: bucket, Key: to }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  try {
    const Parts = await copiedParts({ ...copy, UploadId })
    await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    // The sweep of the media store removes the parts if this fails.
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined)
    throw error
  }
}

/** Copies the parts, several at the same time, and returns them in order. */
async function copiedParts({
  client,
  bucket,
  to,
  bytes,
  part,
  CopySource,
  UploadId,
}: LargeCopy & { UploadId?: string | undefined }) {
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  const count = Math.ceil(bytes / part)
  let next = 0
  async function lane(): Promise<void> {
    for (let at = next++; at < count; at = next++) {
      const CopySourceRange = `bytes=${at * part}-${Math.min((at + 1) * part, bytes) - 1}`
      const PartNumber = at + 1
      const request = { Bucket: bucket, Key: to, UploadId, PartNumber, CopySource, CopySourceRange }
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand(request))
      parts[at] = { PartNumber, ETag: CopyPartResult?.ETag }
    }
  }
  await Promise.all(Array.from({ length: Math.min(partsAtOnce, count) }, lane))
  return parts
}
