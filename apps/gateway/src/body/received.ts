import type { Platform } from '@carillon/domain'
import type { BodyKind } from './content-type.ts'

/** A body that has arrived; its media are already in the media store. */
export interface Received {
  kind: BodyKind
  /** The parts of a body that can be checked before its full shape is known. */
  head: unknown
  /** The body in the shape of the JSON variant for this platform; throws when a form cannot have it. */
  complete(this: void, platform: Platform | undefined): unknown
  bodyHash: Buffer | null
  discard(this: void): Promise<void>
}
