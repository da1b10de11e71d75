import type { Readable } from 'node:stream'
import type { MediaType } from '../media-type.ts'

/** A durable file in the media store. `sha256` is lower-case hexadecimal; `sniffed` is null if the type is unknown. */
export interface Written {
  id: string
  bytes: number
  sha256: string
  sniffed: MediaType | null
}

/**
 * Disk space that is reserved before the bytes arrive. `consume` reduces it by bytes that were written; `release` gives
 * up the rest.
 */
export interface Reservation {
  consume(bytes: number): void
  release(): void
}

/**
 * Writes one new file. Accepts bytes without waiting; await `drained()` between chunks so that memory stays bounded.
 */
export interface MediaWriter {
  readonly id: string
  /** Adds bytes. They are ignored after a failure, which `drained` and `finish` report. */
  write(chunk: Uint8Array): void
  /** A promise while more than 256 KiB wait to be written; undefined if the producer may continue. */
  drained(): Promise<void> | undefined
  /** Makes the file durable, and visible under its id. If that fails, removes what was written and rejects. */
  finish(): Promise<Written>
  /** Removes everything that was written. May be called after a failure, and more than once. */
  abort(): Promise<void>
}

interface WriteOptions {
  reservation?: Reservation | undefined
}

/** A range of bytes. Both ends are inclusive, as in an HTTP range; without them the file's own ends apply. */
export interface ByteRange {
  start?: number | undefined
  end?: number | undefined
}

export interface PresignedOptions {
  /** The content type of the response, since stored files have none. */
  contentType: string
  /** The time in seconds for which the URL is valid. */
  seconds: number
}

/** The number of files and unfinished uploads that a sweep removed and kept. */
export interface Swept {
  removed: number
  kept: number
}

/** Stores media files between the client and the networks. The store assigns the ids. Files are never changed. */
export interface MediaStore {
  /** Begins a new file, which is not visible before the writer's `finish`. */
  create(options?: WriteOptions): MediaWriter
  /**
   * Returns a stream of the file's bytes. If the file does not exist or cannot be read, the stream ends with an error.
   */
  open(id: string, range?: ByteRange): Readable
  /** Reads the size of a file in bytes and the time of its last change; null if it does not exist. */
  stat(id: string): Promise<{ bytes: number; modifiedAt: Date } | null>
  /**
   * Creates another file with the same bytes, without reading them here. Either can be removed without the other.
   * @returns the id of the copy; null if the file does not exist
   */
  copy(id: string): Promise<string | null>
  /** Removes a file; does nothing if it does not exist. */
  remove(id: string): Promise<void>
  /**
   * Removes files older than `olderThan` whose ids `isReferenced` does not return, and unfinished uploads that are
   * older: on a disk by their last byte, in a bucket by their beginning.
   */
  sweep(olderThan: Date, isReferenced: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<Swept>
  /**
   * Reserves space for `bytes`; `create` accepts the reservation. A bucket has no limit.
   * @throws ServiceError `database_error` if there is too little space
   */
  reserve(bytes: number): Promise<Reservation>
  /**
   * Returns a URL at which anyone can fetch the file from the store's own host, for up to `seconds`. It cannot be
   * revoked. Null if the store supports no such URLs.
   */
  presignedUrl(id: string, options: PresignedOptions): Promise<string | null>
  /**
   * Returns the path of the file on this machine, whether or not it exists; null if the store keeps its files
   * elsewhere.
   */
  localPath(id: string): string | null
}
