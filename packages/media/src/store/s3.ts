import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
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
import { s3Target } from './s3-upload.ts'
import { type StoredEntry, sweepEntries } from './sweep.ts'
import { startWriter } from './writer.ts'

export interface S3StoreOptions {
  bucket: string
  region: string
  /** The URL of an S3-compatible service other than Amazon's. */
  endpoint?: string
  /**
   * If omitted, the SDK finds them: the environment, web identity, the endpoint of a container, or the metadata of an
   * instance. It renews those that expire.
   * @see https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/setting-credentials-node.html (read 2026-11-23)
   */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** Puts the bucket into the path instead of the host name, as most other services require. */
  forcePathStyle?: boolean
  /** Whether networks may fetch files from the bucket by presigned URLs; the endpoint must be public then. */
  presigned?: boolean
  /** A prefix of each key. */
  prefix?: string
  /** Maximum times in milliseconds. */
  timeouts?: Partial<S3Timeouts>
  newId?: () => string
}

interface S3Timeouts {
  connectMs: number
  /** Without a byte in either direction. */
  silenceMs: number
  /** For a request with the beginning of its response, whatever its pace; each attempt counts alone. */
  requestMs: number
}

const TIMEOUTS: S3Timeouts = { connectMs: 5000, silenceMs: 60_000, requestMs: 120_000 }

/** A client of the bucket's service. */
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

/** Whether the service responded that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

/** An error of the service that a retry does not change, as it is; any other as `database_error`. */
function asFailure(error: unknown): unknown {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500
  return status >= 400 && status < 500 ? error : storeUnavailable(error)
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
 * `Range` as in HTTP; a response without a body yields nothing. Source: the documented types of
 * @aws-sdk/client-s3 (read 2026-11-20).
 */
async function* read({ client, bucket, prefix }: Bucket, id: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const object = { Bucket: bucket, Key: prefix + id, ...rangeHeader(range) }
  try {
    const { Body } = await client.send(new GetObjectCommand(object))
    if (!(Body instanceof Readable)) throw new Error('the object store returned a response without a body')
    yield* Body
  } catch (error) {
    throw asFailure(error)
  }
}

/**
 * Copies an object inside of the service, which does that for objects of up to 5 GB; null if there is none.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html (archived copy read 2026-11-20)
 */
async function copyObject({ client, bucket, prefix }: Bucket, from: string, to: string): Promise<string | null> {
  const CopySource = encodeURI(`${bucket}/${prefix}${from}`)
  try {
    await client.send(new CopyObjectCommand({ Bucket: bucket, Key: prefix + to, CopySource }))
    return to
  } catch (error) {
    if (isMissing(error)) return null
    throw asFailure(error)
  }
}

/**
 * Signed on this machine, without a request to the service. With the credentials of a role it ends with their session, if
 * that is earlier. Source: the documented types of @aws-sdk/s3-request-presigner (read 2026-11-23).
 */
function presign({ client, bucket, prefix }: Bucket, id: string, how: PresignedOptions): Promise<string> {
  const object = { Bucket: bucket, Key: prefix + id, ResponseContentType: how.contentType }
  return getSignedUrl(client, new GetObjectCommand(object), { expiresIn: how.seconds })
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html (archived copy read 2026-11-20) */
async function* objects({ client, bucket, prefix }: Bucket): AsyncGenerator<StoredEntry> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      const id = Key.slice(prefix.length)
      if (LastModified && isFileId(id)) yield { key: Key, id, abandoned: false, modifiedAt: LastModified }
    }
  }
}

/**
 * Aborts uploads that began before `olderThan` and never finished, because their parts take up space.
 * @see https://docs.aws.amazon.com/sdkfornet/v3/apidocs/items/S3/MS3ListMultipartUploadsListMultipartUploadsRequest.html (read 2026-11-20)
 */
async function abortAbandoned({ client, bucket, prefix }: Bucket, olderThan: Date): Promise<number> {
  let aborted = 0
  let marker: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {}
  while (marker) {
    const request = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker })
    const page: ListMultipartUploadsCommandOutput = await client.send(request)
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= olderThan) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      aborted += 1
    }
    marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
  }
  return aborted
}

const noReservation = { consume: () => {}, release: () => {} }

/** Creates a store in an S3-compatible bucket: one object per id, visible once it is complete. */
export function createS3Store(options: S3StoreOptions): MediaStore {
  const { newId = randomUUIDv7, prefix = 'media/' } = options
  const bucket: Bucket = { client: connectS3(options), bucket: options.bucket, prefix }
  const objectOf = (id: string) => ({ Bucket: bucket.bucket, Key: prefix + checkedId(id) })
  const remove = (key: string) => bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key: key }))

  async function sweep(olderThan: Date, isReferenced: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<Swept> {
    const { removed, kept } = await sweepEntries(objects(bucket), { olderThan, isReferenced, remove })
    return { removed: removed + (await abortAbandoned(bucket, olderThan)), kept }
  }

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
        throw asFailure(error)
      }
    },
    copy: (id) => copyObject(bucket, checkedId(id), checkedId(newId())),
    async remove(id) {
      await remove(objectOf(id).Key).catch((error: unknown) => {
        throw asFailure(error)
      })
    },
    sweep,
    reserve: async () => noReservation,
    presignedUrl: (id, how) => (options.presigned ? presign(bucket, checkedId(id), how) : Promise.resolve(null)),
    localPath: () => null,
  }
}
