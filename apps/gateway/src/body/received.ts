import type { Platform } from '@carillon/domain'
import type { BodyKind } from './content-type.ts'

/** A body that has been received; its files are already in the media store. */
export interface Received {
  kind: BodyKind
  /** The fields that can be checked before the platform is known: all of a JSON body, the text fields of a form. */
  head: unknown
  /**
   * Returns the body in the shape of the JSON variant for this platform.
   * @throws ServiceError if a form cannot be converted to it
   */
  complete(this: void, platform: Platform | undefined): unknown
  /** The SHA-256 of a JSON body that was sent with an `Idempotency-Key`; null for any other body. */
  bodyHash: Buffer | null
  /** Deletes the files of the body, for a request that is rejected or does not use them. */
  discard(this: void): Promise<void>
}
