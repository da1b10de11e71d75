import type { Platform } from '@carillon/domain'
import type { BodyKind } from './content-type.ts'

/** A body that has arrived; its media stand in the store. */
export interface Received {
  kind: BodyKind
  /** What can be looked at before the body's full shape is known. */
  head: unknown
  /** The body in the shape of the JSON variant for this platform; throws when a form cannot have it. */
  complete(this: void, platform: Platform | undefined): unknown
  bodyHash: Buffer | null
  discard(this: void): Promise<void>
}
