import type { Readable } from 'node:stream'
import type { MediaType } from '../probe/sniff.ts'

/** A file that is durable in the store. `sha256` is lower-case hex. */
export interface Written {
  id: string
  bytes: number
  sha256: string
  sniffed: MediaType | null
}

/** Room announced before the bytes arrive; what is written under it counts against it. */
export interface Reservation {
  consume(bytes: number): void
  release(): void
}

/** Takes bytes without waiting; a producer awaits `drained()` between its chunks to be slowed down. */
export interface MediaWriter {
  readonly id: string
  write(chunk: Uint8Array): void
  /** Pending while more than 256 KiB wait to be written; undefined when the producer may go on at once. */
  drained(): Promise<void> | undefined
  /** Makes the file durable and visible under its id. */
  finish(): Promise<Written>
  /** Leaves nothing behind; harmless after a failure or twice. */
  abort(): Promise<void>
}

export interface WriteOptions {
  reservation?: Reservation | undefined
}

/** Both ends are inclusive, as in an HTTP range. */
export interface ByteRange {
  start?: number | undefined
  end?: number | undefined
}

export interface Swept {
  removed: number
  kept: number
}

/** Where media bytes live between the caller and the networks. Ids are the store's own. */
export interface MediaStore {
  create(options?: WriteOptions): MediaWriter
  open(id: string, range?: ByteRange): Readable
  stat(id: string): Promise<{ bytes: number; modifiedAt: Date } | null>
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>
  /** Removes files older than `olderThan` that `isReferenced` does not name, and uploads abandoned before then. */
  sweep(olderThan: Date, isReferenced: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<Swept>
  /** Sets room aside for `bytes`; throws `database_error` when there is too little. */
  reserve(bytes: number): Promise<Reservation>
  /** The file's path on this machine, null when it is elsewhere. */
  localPath(id: string): string | null
}
