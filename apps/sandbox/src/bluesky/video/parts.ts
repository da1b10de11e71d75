import { randomUUID } from 'node:crypto'
import type { JobStatus } from './jobs.ts'

const PART_BYTES = 8 * 1024 * 1024
const LIFE_MS = 24 * 3_600_000
const MAX_OPEN = 5

/**
 * An upload in parts by the user `did`. `parts` has the bytes of each part, keyed by part number (from 1), until the
 * upload is complete (`job` is then the processing job) or aborted. `expiresAt` is in ms since the epoch.
 */
export interface Upload {
  did: string
  jobId: string
  sizeBytes: number
  parts: Map<number, Buffer>
  expiresAt: number
  job?: JobStatus
  /** Set if the caller gave the upload up. */
  isAborted?: true
}

/** Thrown to reject a call. `error` is an error name of the lexicon, `status` the HTTP status. */
export class PartsError extends Error {
  readonly status: number
  readonly error: string

  constructor(error: string, message: string, status = 400) {
    super(message)
    this.error = error
    this.status = status
  }
}

const countOf = ({ sizeBytes }: Pick<Upload, 'sizeBytes'>) => Math.ceil(sizeBytes / PART_BYTES)

/** Returns the required size of a part in bytes: all parts but the last have the same size. */
function bytesOf(upload: Upload, partNumber: number): number {
  return partNumber < countOf(upload) ? PART_BYTES : upload.sizeBytes - PART_BYTES * (countOf(upload) - 1)
}

export interface PartsOptions {
  /** The uploads in progress, keyed by job id, possibly from a snapshot. The handlers change this map. */
  uploads: Map<string, Upload>
  now(): number
  maxBytes: number
}

/**
 * The handlers of uploads in parts, written from the lexicons `app.bsky.video.startUpload`, `uploadPart`,
 * `finishUpload` and `abortUpload`. They throw a `PartsError` for a call that the lexicon rejects. The bytes of an
 * expired upload are kept until another upload starts. `now` returns ms since the epoch.
 * @see https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/video (read 2026-11-22)
 */
export class UploadParts {
  readonly #uploads: Map<string, Upload>
  readonly #now: () => number
  readonly #maxBytes: number

  constructor({ uploads, now, maxBytes }: PartsOptions) {
    this.#uploads = uploads
    this.#now = now
    this.#maxBytes = maxBytes
  }

  #find(did: string, jobId: unknown): Upload {
    const upload = this.#uploads.get(String(jobId))
    if (upload?.did !== did) throw new PartsError('UploadNotFound', 'No upload of that id')
    if (upload.isAborted) throw new PartsError('UploadAborted', 'The upload was aborted')
    if (!upload.job && upload.expiresAt <= this.#now()) throw new PartsError('UploadExpired', 'The upload expired')
    return upload
  }

  start(did: string, body: Record<string, unknown>) {
    const { sizeBytes, mimeType } = body
    if (!Number.isSafeInteger(sizeBytes) || Number(sizeBytes) < 1) {
      throw new PartsError('InvalidRequest', 'sizeBytes has to be a whole number of at least 1')
    }
    if (mimeType !== 'video/mp4') throw new PartsError('UnsupportedContentType', 'video/mp4 is needed')
    if (Number(sizeBytes) > this.#maxBytes)
      throw new PartsError('VideoTooLarge', `At most ${this.#maxBytes} bytes are accepted`)
    for (const one of this.#uploads.values()) if (one.expiresAt <= this.#now()) one.parts.clear()
    const open = [...this.#uploads.values()].filter(
      (one) => one.did === did && !one.job && !one.isAborted && one.expiresAt > this.#now(),
    )
    if (open.length >= MAX_OPEN) throw new PartsError('TooManyOpenUploads', 'Finish other uploads first')
    const upload: Upload = {
      did,
      jobId: randomUUID(),
      sizeBytes: Number(sizeBytes),
      parts: new Map(),
      expiresAt: this.#now() + LIFE_MS,
    }
    this.#uploads.set(upload.jobId, upload)
    const expiresAt = new Date(upload.expiresAt).toISOString()
    return { jobId: upload.jobId, partSizeBytes: PART_BYTES, partCount: countOf(upload), expiresAt }
  }

  /**
   * Stores a part; a part that was stored under the same number is replaced. Returns its number and size in bytes.
   * Throws a `PartsError` for an unknown, aborted, expired or completed upload, or a wrong number or size.
   */
  put(did: string, jobId: unknown, part: { number: number; bytes: Buffer }) {
    const upload = this.#find(did, jobId)
    if (upload.job) throw new PartsError('UploadAlreadyCompleted', 'The upload is complete')
    if (!Number.isSafeInteger(part.number) || part.number < 1 || part.number > countOf(upload)) {
      throw new PartsError('InvalidPartNumber', `Parts are numbered 1 to ${countOf(upload)}`)
    }
    const wanted = bytesOf(upload, part.number)
    if (part.bytes.length !== wanted) throw new PartsError('PartSizeMismatch', `The part has to have ${wanted} bytes`)
    upload.parts.set(part.number, part.bytes)
    return { partNumber: part.number, sizeBytes: part.bytes.length }
  }

  /**
   * Completes the upload and returns the job that `begin` returns for the whole video. A second call returns the same
   * job. Throws a `PartsError` if the upload is unknown, was aborted or has expired, or parts are missing.
   */
  finish(did: string, jobId: unknown, begin: (video: Buffer) => JobStatus): JobStatus {
    const upload = this.#find(did, jobId)
    if (upload.job) return upload.job
    const numbers = Array.from({ length: countOf(upload) }, (_, index) => index + 1)
    const missing = numbers.filter((number) => !upload.parts.has(number))
    if (missing.length > 0) throw new PartsError('MissingParts', `Missing parts: ${missing.join(', ')}`)
    upload.job = begin(Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))))
    upload.parts.clear()
    return upload.job
  }

  /**
   * Ends an upload that is in progress, and returns its state; that of an upload which has ended stays as it is.
   * Throws a `PartsError` if the upload is unknown.
   */
  abort(did: string, jobId: unknown) {
    const upload = this.#uploads.get(String(jobId))
    if (upload?.did !== did) throw new PartsError('UploadNotFound', 'No upload of that id')
    if (upload.job) return { state: 'completed', completedJobId: upload.job.jobId }
    if (!upload.isAborted && upload.expiresAt <= this.#now()) return { state: 'expired' }
    upload.isAborted = true
    upload.parts.clear()
    return { state: 'aborted' }
  }
}
