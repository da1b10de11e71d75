import type { MediaStore, MediaWriter, Reservation } from '../store/media-store.ts'
import { tooLarge } from './body-error.ts'
import type { Base64Result, BlobOutput } from './json-scanner.ts'
import { discardStaged, StagedBlob } from './staged-blob.ts'

interface StagingOptions {
  store: MediaStore
  maxFiles: number
  reservation?: Reservation | undefined
}

async function settle(writer: MediaWriter, base64: Base64Result): Promise<StagedBlob> {
  if (base64.valid) return new StagedBlob(await writer.finish(), base64)
  await writer.abort()
  return new StagedBlob({ id: writer.id, bytes: 0, sha256: '', sniffed: null }, base64)
}

/** The files of one request: written to the media store in parallel, and removed together if the request fails. */
export class Staging {
  readonly #options: StagingOptions
  readonly #files: Promise<StagedBlob>[] = []
  #current: MediaWriter | null = null

  constructor(options: StagingOptions) {
    this.#options = options
  }

  /**
   * Begins the next file and returns the functions that receive its decoded bytes.
   * @throws ServiceError `invalid_request` (413) if the request already has the maximum number of files
   */
  begin(): BlobOutput {
    const { store, maxFiles, reservation } = this.#options
    if (this.#files.length >= maxFiles) throw tooLarge('base64 values', maxFiles)
    const writer = store.create({ reservation })
    this.#current = writer
    return {
      bytes: (decoded) => writer.write(decoded),
      end: (base64) => {
        this.#current = null
        const file = settle(writer, base64)
        // The result is read in `files`; until then a failure must not count as unhandled.
        file.catch(() => {})
        this.#files.push(file)
      },
    }
  }

  /** A promise while too many bytes of the current file wait to be written; undefined if the producer may continue. */
  drained(): Promise<void> | undefined {
    return this.#current?.drained()
  }

  /** Resolves with all files, in the order of their arrival, once they are durable. */
  files(): Promise<StagedBlob[]> {
    return Promise.all(this.#files)
  }

  /** Aborts the current file and removes all files that were written. */
  async takeBack(): Promise<void> {
    await this.#current?.abort()
    const settled = await Promise.allSettled(this.#files)
    const written = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    await discardStaged(this.#options.store, written)
  }
}
