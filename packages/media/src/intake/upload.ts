import type { Readable } from 'node:stream'
import { ServiceError } from '@carillon/errors'
import type { MediaStore, Reservation } from '../store/media-store.ts'
import { writeStream } from '../store/write-stream.ts'
import { StagedBlob } from './staged-blob.ts'

/** A file of a multipart body, as multer hands it to its storage engine. Its name is the sender's and is not used. */
export interface UploadedPart {
  fieldname: string
  stream: Readable
}

type Callback = (error: unknown, info?: { staged: StagedBlob }) => void

/** What multer asks of a storage engine; afterwards each entry of `req.files` carries `staged`. */
export interface UploadEngine<Request = unknown> {
  _handleFile(request: Request, part: UploadedPart, callback: Callback): void
  _removeFile(request: Request, part: { staged?: StagedBlob }, callback: (error: unknown) => void): void
}

export interface UploadOptions<Request> {
  store: MediaStore
  /** Bytes of one file: 413 beyond it. */
  maxBytes: number
  reservation?: (request: Request) => Reservation | undefined
}

function allowUpTo(maxBytes: number, field: string) {
  return (bytes: number) => {
    if (bytes <= maxBytes) return
    const message = `${field}: the file is too large, at most ${maxBytes} bytes are taken.`
    throw new ServiceError('invalid_request', message, { status: 413, details: [{ path: [field], message }] })
  }
}

/** Streams the files of a multipart body into the store; one that breaks off leaves nothing behind. */
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
          // Whatever is left of the part has to flow, or the whole body stands still and no answer gets through.
          part.stream.resume()
          callback(error)
        },
      )
    },
    _removeFile(_, { staged }, callback) {
      if (staged) store.remove(staged.id).then(() => callback(null), callback)
      else callback(null)
    },
  }
}
