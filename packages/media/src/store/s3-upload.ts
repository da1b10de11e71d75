import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { storeFailure } from './failure.ts'
import type { WriteTarget } from './writer.ts'

/**
 * Minimum size of a part; the last part may be smaller.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html (read 2026-11-20)
 */
const PART_BYTES = 5 * 1024 * 1024

export interface ObjectPlace {
  client: S3Client
  bucket: string
  key: string
}

/** A multipart upload that begins when the first part is full; smaller files never need one. */
class PartedUpload {
  readonly #place: ObjectPlace
  readonly #parts: CompletedPart[] = []
  #uploadId: string | undefined

  constructor(place: ObjectPlace) {
    this.#place = place
  }

  get begun(): boolean {
    return this.#uploadId !== undefined
  }

  get #target() {
    return { Bucket: this.#place.bucket, Key: this.#place.key }
  }

  async send(Body: Uint8Array): Promise<void> {
    const { client } = this.#place
    this.#uploadId ??= (await client.send(new CreateMultipartUploadCommand(this.#target))).UploadId
    const PartNumber = this.#parts.length + 1
    const part = { ...this.#target, UploadId: this.#uploadId, PartNumber, Body }
    const { ETag } = await client.send(new UploadPartCommand(part))
    this.#parts.push({ PartNumber, ...(ETag !== undefined && { ETag }) })
  }

  async complete(): Promise<void> {
    const upload = { ...this.#target, UploadId: this.#uploadId, MultipartUpload: { Parts: this.#parts } }
    await this.#place.client.send(new CompleteMultipartUploadCommand(upload))
  }

  async abort(): Promise<void> {
    if (this.#uploadId === undefined) return
    const upload = { ...this.#target, UploadId: this.#uploadId }
    await this.#place.client.send(new AbortMultipartUploadCommand(upload))
  }
}

async function guarded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw storeFailure(error)
  }
}

/**
 * Writes one object part by part as its bytes arrive, so that a video of any size needs the memory of two parts. The
 * key is not visible before `commit`.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html (read 2026-11-20)
 */
export function s3Target(place: ObjectPlace): WriteTarget {
  const { client, bucket, key } = place
  const upload = new PartedUpload(place)
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let stored = false

  function take(): Buffer {
    const bytes = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    return bytes
  }

  async function commit(): Promise<void> {
    // From here on the object may exist, whether or not the response arrives.
    stored = true
    if (!upload.begun) await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: take() }))
    else {
      if (waitingBytes > 0) await upload.send(take())
      await upload.complete()
    }
  }

  return {
    async append(chunks) {
      waiting.push(...chunks)
      for (const chunk of chunks) waitingBytes += chunk.length
      if (waitingBytes >= PART_BYTES) await guarded(upload.send(take()))
    },
    commit: () => guarded(commit()),
    async discard() {
      waiting = []
      // The sweep removes the remains if this fails; the original error is reported.
      await upload.abort().catch(() => {})
      if (stored) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(() => {})
    },
  }
}
