import { createHash } from 'node:crypto'
import { referencedMediaFiles } from '@carillon/database'
import type { StagedFile } from '@carillon/domain'
import { discardStaged, type Reservation, readJson, StagedBlob, type UploadEngine, uploadEngine } from '@carillon/media'
import type { Context } from './context.ts'

interface Received {
  value: unknown
  /**
   * SHA-256 of the body, independent of the order of its keys, with each file replaced by its own hash. Null if the
   * option `hashed` is false.
   */
  bodyHash: Buffer | null
  staged: StagedFile[]
}

/**
 * Returns a JSON value with its keys sorted and each file replaced by its hash, so that key order and white space do
 * not change the hash of the whole.
 */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof StagedBlob) return value.sha256
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, canonical(child)]),
  )
}

/** Returns the SHA-256 of a JSON body; the order of its fields does not matter, and a file counts by its content. */
export function hashBody(value: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest()
}

/**
 * Reads a JSON body of at most `maxBytes` bytes from a stream. Base64 data in fields named `base64` is written to the
 * media store while it arrives; the value then contains a reference to the file. `maxBase64Length` is the maximum
 * length of one such string in characters; with 0, such fields are ordinary strings. The rest of the body has at most
 * `maxTextBytes` bytes (default: 1 MiB). Before it grows in memory, `reserve` is called with its new size in bytes.
 * After a failure, no file remains.
 * @throws ServiceError `invalid_request`: 400 if the body is not valid JSON, is nested too deep or has an integer that
 *   a JavaScript number cannot represent, 413 if it exceeds a limit; `database_error` if the media store fails; the
 *   error of `reserve`
 */
export async function receiveJson(
  context: Context,
  source: AsyncIterable<Uint8Array>,
  options: {
    maxBytes: number
    maxBase64Length: number
    maxTextBytes?: number
    reserve?: (bytes: number) => void
    /** Whether to hash the body: only requests with an `Idempotency-Key` compare hashes. */
    hashed: boolean
    signal: AbortSignal
    reservation?: Reservation | undefined
  },
): Promise<Received> {
  const { value, staged } = await readJson(source, {
    store: context.media,
    maxBodyBytes: options.maxBytes,
    maxEncodedLength: options.maxBase64Length,
    ...(options.maxTextBytes !== undefined && { maxSkeletonBytes: options.maxTextBytes }),
    ...(options.reserve && { reserve: options.reserve }),
    signal: options.signal,
    ...(options.reservation && { reservation: options.reservation }),
  })
  return { value, staged, bodyHash: options.hashed ? hashBody(value) : null }
}

/**
 * Builds the storage engine for multer (the parser of multipart bodies), which writes uploaded files to the media
 * store. A file of more than `maxFileBytes` bytes is rejected with 413. `reservation` is the disk space that was
 * reserved for the request and that the files use up; without it, the media store checks the space itself.
 */
export function uploadStorage<R>(
  context: Context,
  { maxFileBytes, reservation }: { maxFileBytes: number; reservation?: Reservation | undefined },
): UploadEngine<R> {
  return uploadEngine<R>({ store: context.media, maxBytes: maxFileBytes, reservation: () => reservation })
}

/**
 * Deletes the files that came with a request and to which no stored publish or schedule refers. A publish or schedule
 * owns its media from the moment it is stored, even if it fails. Files of uploads that the request names stay. If the
 * database cannot be read, the files stay until the periodic sweep of the media store. Never rejects.
 */
export async function discardUploads(context: Context, staged: readonly StagedFile[]): Promise<void> {
  const own = staged.filter(({ origin }) => origin === undefined)
  const ids = own.map(({ id }) => id)
  try {
    const owned = await referencedMediaFiles(context.db, ids)
    const unowned = own.filter(({ id }) => !owned.has(id))
    await discardStaged(context.media, unowned)
  } catch (error) {
    context.log.warn({ err: error }, 'uploaded files left to the sweep')
  }
}
