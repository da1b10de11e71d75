import { ApiError } from '../api-error.ts'
import type { Connection } from '../connection.ts'
import { backoff, pause } from '../pause.ts'
import { type AnyRequest, withoutSlash } from '../request-of.ts'
import { isLost, isNotSent } from '../retries.ts'
import type { Upload } from '../schema.ts'
import { piecesOf, type UploadSource } from './source.ts'

export interface UploadOptions {
  filename?: string
  /** The media type; that of a Blob if omitted. */
  contentType?: string
  /** The size of the whole file in bytes, which is required for a stream. */
  bytes?: number
  /** The number of bytes that each request sends. Default: 8 MiB. */
  pieceBytes?: number
  /** Called after each piece with the number of bytes sent so far and the size of the file in bytes. */
  onProgress?(sent: number, bytes: number): void
  signal?: AbortSignal
}

/** An upload, with the URL to use in a post in place of a file's URL. */
export type UploadedFile = Upload & { url: string }

const path = '/uploads'
const usualPieceBytes = 8 * 1024 * 1024
const maxFailures = 8
const tus = { 'Tus-Resumable': '1.0.0' }

/** Returns the base64 of a string's UTF-8 bytes. */
const encoded = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

function metadataOf(source: UploadSource, { filename, contentType }: UploadOptions): string {
  const isBlob = typeof source === 'object' && source instanceof Blob
  const name =
    isBlob && 'name' in source ? String(source.name) : typeof source === 'string' ? source.split(/[\\/]/).at(-1) : ''
  const all = { filename: filename ?? name ?? '', filetype: contentType ?? (isBlob ? source.type : '') }
  const given = Object.entries(all).filter(([, value]) => value !== '')
  return given.map(([key, value]) => `${key} ${encoded(value)}`).join(',')
}

/**
 * Creates the functions that upload files by the tus protocol 1.0. `get` reads an upload by its id.
 * @see https://tus.io/protocols/resumable-upload (read 2026-11-25)
 */
export function uploading(connection: Connection, get: (uploadId: string) => Promise<Upload>) {
  const sent = ({ headers, ...rest }: Omit<AnyRequest, 'template'> & { template?: string }, isRepeatable?: boolean) =>
    connection.send({ template: `${path}/{uploadId}`, ...rest, headers: { ...tus, ...headers } }, isRepeatable)

  /** Sends a piece that begins at `offset`, and continues where it was interrupted. Returns the offset after it. */
  async function append(target: Pick<AnyRequest, 'path' | 'signal'>, offset: number, piece: Uint8Array) {
    const end = offset + piece.length
    let [at, failures, isKnown] = [offset, 0, true]
    while (at < end) {
      try {
        const headers = { 'content-type': 'application/offset+octet-stream', 'Upload-Offset': String(at) }
        const patch = { ...target, method: 'patch', maxRetries: 0, headers, body: piece.subarray(at - offset) } as const
        const { headers: told } = await sent(isKnown ? patch : { ...target, method: 'head' })
        at = Number(told.get('upload-offset') ?? Number.NaN)
        isKnown = true
      } catch (error) {
        // 409: an attempt before has arrived after all. 423: it is still being stored.
        const isConflict = error instanceof ApiError && (error.status === 409 || error.status === 423)
        const mayGoOn =
          isConflict || isNotSent(error) || isLost(error) || (error instanceof ApiError && error.shouldRetry)
        if (target.signal?.aborted || !mayGoOn || failures >= maxFailures) throw error
        await pause(backoff(failures++), target.signal)
        isKnown = false
      }
      // Continued at another offset, the file would have other bytes.
      if (!(at >= offset && at <= end)) throw new RangeError(`The service has ${at} bytes, not ${offset} to ${end}.`)
    }
    return at
  }

  return {
    async create(source: UploadSource, options: UploadOptions = {}): Promise<UploadedFile> {
      const { signal, onProgress, pieceBytes = usualPieceBytes, bytes: given } = options
      const { bytes, pieces } = await piecesOf(source, { pieceBytes, ...(given !== undefined && { bytes: given }) })
      const headers = { 'Upload-Length': String(bytes), 'Upload-Metadata': metadataOf(source, options) }
      const call = { ...(signal && { signal }) }
      // Sent again, it creates a second upload, which expires without being used.
      const created = await sent({ method: 'post', template: path, headers, ...call }, true)
      const uploadId = created.headers.get('location')?.split('/').at(-1) ?? ''
      // The location is relative, and a post needs the whole URL.
      const url = `${withoutSlash(connection.settings.baseUrl)}/api/v1${path}/${uploadId}`
      let offset = 0
      for await (const piece of pieces) {
        offset = await append({ path: { uploadId }, ...call }, offset, piece)
        onProgress?.(offset, bytes)
      }
      if (offset !== bytes) throw new RangeError(`The file has ${offset} bytes, but \`bytes\` is ${bytes}.`)
      for (let waits = 0; ; await pause(backoff(waits++), signal)) {
        const upload = await get(uploadId)
        // All bytes have arrived; the service still joins the pieces.
        if (upload.status !== 'incomplete' || upload.received < bytes) return { ...upload, url }
      }
    },
    async remove(uploadId: string): Promise<void> {
      await sent({ method: 'delete', path: { uploadId } })
    },
  }
}

/** Returns an upload as a part of a form, in place of a file: `form.append('video', uploadPart(upload), 'video')`. */
export function uploadPart({ uploadId }: Pick<Upload, 'uploadId'>): Blob {
  return new Blob([uploadId], { type: 'application/vnd.carillon.upload' })
}
