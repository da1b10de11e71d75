import type { Readable } from 'node:stream'
import type { MediaType } from '../media-type.ts'

/** A durable file in the store. `sha256` is lower-case hex. */
export interface Written {
  id: string
  bytes: number
  sha256: string
  sniffed: MediaType | null
}

/** Space reserved before the bytes arrive; bytes written under it are taken from it. */
export interface Reservation {
  consume(bytes: number): void
  release(): void
}

/** Accepts bytes without waiting; a producer awaits `drained()` between chunks to be slowed down. */
export interface MediaWriter {
  readonly id: string
  write(chunk: Uint8Array): void
  /** A promise while more than 256 KiB wait to be written; undefined when the producer may continue. */
  drained(): Promise<void> | undefined
  /** Makes the file durable and visible under its id. */
  finish(): Promise<Written>
  /** Removes everything written. May be called after a failure, and more than once. */
  abort(): Promise<void>
}

interface WriteOptions {
  reservation?: Reservation | undefined
}

/** Both ends are inclusive, as in an HTTP range. */
export interface ByteRange {
  start?: number | undefined
  end?: number | undefined
}

export interface PresignedOptions {
  /** The content type of the response; objects are stored without one. */
  contentType: string
  seconds: number
}

export interface Swept {
  removed: number
  kept: number
}

/** Stores media between the client and the networks. The store assigns the ids. */
export interface MediaStore {
  create(options?: WriteOptions): MediaWriter
  open(id: string, range?: ByteRange): Readable
  stat(id: string): Promise<{ bytes: number; modifiedAt: Date } | null>
  /**
   * Makes another file with the same bytes, without reading them here. Either can be removed without the other.
   * @returns the id of the copy; null if there is no such file
   */
  copy(id: string): Promise<string | null>
  /** Removes a file; does nothing if it does not exist. */
  remove(id: string): Promise<void>
  /** Removes files older than `olderThan` that `isReferenced` does not return, and uploads abandoned before then. */
  sweep(olderThan: Date, isReferenced: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<Swept>
  /**
   * Reserves space for `bytes`.
   * @throws ServiceError `database_error` when there is too little
   */
  reserve(bytes: number): Promise<Reservation>
  /**
   * A URL at which the file can be fetched without a request to this service, for `seconds` at the longest. It cannot be
   * revoked. Null if the store has none.
   */
  presignedUrl(id: string, options: PresignedOptions): Promise<string | null>
  /** The file's path on this machine; null if it is stored elsewhere. */
  localPath(id: string): string | null
}
