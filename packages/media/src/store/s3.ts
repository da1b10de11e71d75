import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { storeUnavailable } from './failure.ts'
import { checkedId, isFileId } from './file-id.ts'
import type { ByteRange, MediaStore, PresignedOptions, Swept } from './media-store.ts'
import { type CopySizes, copyObject } from './s3-copy.ts'
import { s3Failure } from './s3-failure.ts'
import { s3Target } from './s3-upload.ts'
import { type StoredEntry, type SweepOptions, sweepEntries } from './sweep.ts'
import { startWriter } from './writer.ts'

export interface S3StoreOptions {
  bucket: string
  region: string
  /** The URL of an S3-compatible service other than Amazon's. */
  endpoint?: string
  /**
   * The access key. If omitted, the SDK finds credentials (environment, web identity, container endpoint, or instance
   * metadata) and renews them before they expire.
   * @see https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/setting-credentials-node.html (read
   *   2026-11-23)
   */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** Puts the bucket into the path instead of the host name, as most other services require. */
  forcePathStyle?: boolean
  /** Whether networks may fetch files from the bucket by presigned URLs. The endpoint must then be public. */
  presigned?: boolean
  /** The prefix of each key; `media/` if omitted. */
  prefix?: string
  /** Timeouts in ms. */
  timeouts?: Partial<S3Timeouts>
  /** The sizes up to which objects are copied with one request, and in parts. Set only by tests. */
  copySizes?: CopySizes
  /** Returns the id of a new file; a UUID of version 7 if omitted. Set only by tests. */
  newId?: () => string
}

interface S3Timeouts {
  connectMs: number
  /** The maximum time without a byte in either direction. */
  silenceMs: number
  /** The maximum time from the request to the beginning of its response; each attempt counts separately. */
  requestMs: number
}

const TIMEOUTS: S3Timeouts = { connectMs: 5000, silenceMs: 60_000, requestMs: 120_000 }

/** Creates a client for the bucket's service. Makes no request. */
export function connectS3({
  region,
  endpoint,
  credentials,
  forcePathStyle = false,
  timeouts,
}: S3StoreOptions): S3Client {
  const { connectMs, silenceMs, requestMs } = { ...TIMEOUTS, ...timeouts }
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    // Some compatible services reject the SDK's additional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
  })
}

/**
 * Returns whether the service responded that the object does not exist. False for a missing bucket, except in the
 * response to a HEAD request, which has no error code.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html (page not reached; types of the SDK read
 *   2026-11-30)
 */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'
}

function rangeHeader({ start = 0, end }: ByteRange): { Range?: string } {
  return start === 0 && end === undefined ? {} : { Range: `bytes=${start}-${end ?? ''}` }
}

interface Bucket {
  client: S3Client
  bucket: string
  prefix: string
}

/**
 * Reads an object, or a range of its bytes. Source: the documented types of the package @aws-sdk/client-s3 (read
 * 2026-11-20).
 * @throws ServiceError `database_error` for any failure, also for a response without a body
 */
async function* read({ client, bucket, prefix }: Bucket, id: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const object = { Bucket: bucket, Key: prefix + id, ...rangeHeader(range) }
  try {
    const { Body } = await client.send(new GetObjectCommand(object))
    if (!(Body instanceof Readable)) throw new Error('the object store returned a response without a body')
    yield* Body
  } catch (error) {
    throw storeUnavailable(error)
  }
}

/** Copies an object within the service, and returns the id of the copy; null if the object does not exist. */
async function copy({ client, bucket, prefix }: Bucket, ids: { from: string; to: string }, sizes?: CopySizes) {
  try {
    await copyObject({ client, bucket, from: prefix + ids.from, to: prefix + ids.to, sizes })
    return ids.to
  } catch (error) {
    if (isMissing(error)) return null
    throw s3Failure(error, storeUnavailable)
  }
}

/**
 * Signs a URL on this machine, without a request to the service. With the credentials of a role, the URL expires with
 * their session, if that is earlier. Source: the documented types of @aws-sdk/s3-request-presigner (read 2026-11-23).
 */
function presign({ client, bucket, prefix }: Bucket, id: string, how: PresignedOptions): Promise<string> {
  const object = { Bucket: bucket, Key: prefix + id, ResponseContentType: how.contentType }
  return getSignedUrl(client, new GetObjectCommand(object), { expiresIn: how.seconds })
}

/**
 * Yields the files of the bucket. Objects whose key is not the prefix and a file id are left out.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html (archived copy read 2026-11-20)
 */
async function* objects({ client, bucket, prefix }: Bucket): AsyncGenerator<StoredEntry> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      const id = Key.slice(prefix.length)
      if (LastModified && isFileId(id)) yield { key: Key, id, abandoned: false, modifiedAt: LastModified }
    }
  }
}

interface Unfinished extends StoredEntry {
  uploadId: string
}

/**
 * Yields the uploads that have not finished, dated by their beginning. Their parts take up space.
 * @see
 *   https://docs.aws.amazon.com/sdkfornet/v3/apidocs/items/S3/MS3ListMultipartUploadsListMultipartUploadsRequest.html
 *   (read 2026-11-20)
 */
async function* uploads({ client, bucket, prefix }: Bucket): AsyncGenerator<Unfinished> {
  let marker: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {}
  while (marker) {
    const request = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker })
    const page: ListMultipartUploadsCommandOutput = await client.send(request)
    for (const { Key: key, UploadId: uploadId, Initiated: modifiedAt } of page.Uploads ?? []) {
      if (!key || !uploadId || !modifiedAt) continue
      yield { key, id: key.slice(prefix.length), abandoned: true, modifiedAt, uploadId }
    }
    marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
  }
}

/** Aborts an upload; does nothing if it has ended since it was listed. */
async function abort({ client, bucket }: Bucket, { key, uploadId }: Unfinished): Promise<void> {
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/**
 * Sweeps the files and the unfinished uploads. Neither keeps the other from being swept.
 * @throws the first error, after both have been swept
 */
async function sweepBucket(bucket: Bucket, options: Omit<SweepOptions<StoredEntry>, 'remove'>): Promise<Swept> {
  const remove = ({ key }: StoredEntry) =>
    bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key: key }))
  const [files, unfinished] = await Promise.allSettled([
    sweepEntries(objects(bucket), { ...options, remove }),
    sweepEntries(uploads(bucket), { ...options, remove: (upload) => abort(bucket, upload) }),
  ])
  if (files.status === 'rejected') throw files.reason
  if (unfinished.status === 'rejected') throw unfinished.reason
  return { removed: files.value.removed + unfinished.value.removed, kept: files.value.kept + unfinished.value.kept }
}

const noReservation = { consume: () => {}, release: () => {} }

/**
 * Creates a media store in an S3-compatible bucket: one object for each id, visible once it is complete. Makes no
 * request: a missing bucket or invalid credentials are noticed only when the store is used.
 */
export function createS3Store(options: S3StoreOptions): MediaStore {
  const { newId = randomUUIDv7, prefix = 'media/' } = options
  const bucket: Bucket = { client: connectS3(options), bucket: options.bucket, prefix }
  const objectOf = (id: string) => ({ Bucket: bucket.bucket, Key: prefix + checkedId(id) })

  return {
    create({ reservation } = {}) {
      const id = newId()
      const { Key: key } = objectOf(id)
      return startWriter({ id, reservation, open: async () => s3Target({ ...bucket, key }) })
    },
    open: (id, range = {}) => Readable.from(read(bucket, checkedId(id), range), { objectMode: false }),
    async stat(id) {
      try {
        const { ContentLength = 0, LastModified } = await bucket.client.send(new HeadObjectCommand(objectOf(id)))
        return { bytes: ContentLength, modifiedAt: LastModified ?? new Date(0) }
      } catch (error) {
        if (isMissing(error)) return null
        throw storeUnavailable(error)
      }
    },
    copy: async (id) => copy(bucket, { from: checkedId(id), to: checkedId(newId()) }, options.copySizes),
    async remove(id) {
      await bucket.client.send(new DeleteObjectCommand(objectOf(id))).catch((error: unknown) => {
        if (!isMissing(error)) throw storeUnavailable(error)
      })
    },
    sweep: (olderThan, isReferenced) => sweepBucket(bucket, { olderThan, isReferenced }),
    reserve: async () => noReservation,
    presignedUrl: async (id, how) => (options.presigned ? presign(bucket, checkedId(id), how) : null),
    localPath: () => null,
  }
}
