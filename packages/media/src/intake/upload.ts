import type { Readable } from 'node:stream'
import { ServiceError } from '@carillon/errors'
import type { MediaStore, Reservation } from '../store/media-store.ts'
import { writeStream } from '../store/write-stream.ts'
import { discardStaged, StagedBlob } from './staged-blob.ts'

/** A file of a multipart body as multer passes it to its storage engine. Its file name is ignored. */
interface UploadedPart {
  fieldname: string
  stream: Readable
}

type Callback = (error: unknown, info?: { staged: StagedBlob }) => void

/** The storage engine interface of multer. Afterwards each entry of `req.files` has the file as `staged`. */
export interface UploadEngine<Request = unknown> {
  _handleFile(request: Request, part: UploadedPart, callback: Callback): void
  _removeFile(request: Request, part: { staged?: StagedBlob }, callback: (error: unknown) => void): void
}

interface UploadOptions<Request> {
  store: MediaStore
  /** The maximum size of one file in bytes; a larger one is rejected with 413. */
  maxBytes: number
  /** Returns the disk space that was reserved before for the files of a request. */
  reservation?: (request: Request) => Reservation | undefined
}

function allowUpTo(maxBytes: number, field: string) {
  return (bytes: number) => {
    if (bytes <= maxBytes) return
    const message = `${field}: the file is too large, at most ${maxBytes} bytes are taken.`
    throw new ServiceError('invalid_request', message, { status: 413, details: [{ path: [field], message }] })
  }
}

/**
 * Creates a storage engine for multer that streams the files of a multipart body to the media store. A file that is too
 * large is rejected with `invalid_request` (413). No file of an interrupted upload remains.
 */
export function uploadEngine<Request = unknown>(options: UploadOptions<Request>): UploadEngine<Request> {
  const { store, maxBytes, reservation } = options

  async function stage(request: Request, { stream, fieldname }: UploadedPart): Promise<StagedBlob> {
    const allow = allowUpTo(maxBytes, fieldname)
    return StagedBlob.ofBytes(await writeStream(store, stream, { allow, reservation: reservation?.(request) }))
  }

  return {
    _handleFile(request, part, callback) {
      stage(request, part).then(
        (staged) => callback(null, { staged }),
        (error) => {
          // The rest of the part must be read, or the body stalls and no response can be sent.
          part.stream.resume()
          callback(error)
        },
      )
    },
    _removeFile(_, { staged }, callback) {
      discardStaged(store, staged ? [staged] : []).then(() => callback(null), callback)
    },
  }
}
