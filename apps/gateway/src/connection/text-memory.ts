import { ServiceError } from '@carillon/errors'

/** The number of bytes of a text that always have a place, as the number of connections limits them. */
const alwaysBytes = 64 * 1024
/** The maximum number of bytes of text beyond 64 KiB each that the bodies of one organization may take up at once. */
const maxOfOwner = 64 * 1024 * 1024
/** The same for the bodies of all organizations. Parsing takes up to four times as much for a moment. */
const maxOfAll = 128 * 1024 * 1024

/** The memory for the texts of large bodies that are being received. */
export interface TextMemory {
  /**
   * Reserves memory for the text of a body of this owner. Call `reserve` with the number of bytes that it takes up,
   * whenever that grows, and `release` once the body is parsed. The first 64 KiB of a body always have a place.
   */
  open(owner: string): BodyMemory
}

/** The memory of one body. `reserve` throws `temporarily_unavailable` if there is none left. */
export interface BodyMemory {
  reserve(bytes: number): void
  release(): void
}

function noMemory(): ServiceError {
  const message = 'Too many bodies with long texts are arriving at the moment. Send it again.'
  return new ServiceError('temporarily_unavailable', message, { retryAfter: 1 })
}

/**
 * Limits the memory that bodies with long texts take up together: a client may send the last bytes of many at leisure. `reserve` throws `temporarily_unavailable` for a body above a limit.
 */
export function limitTextMemory(): TextMemory {
  const ofOwners = new Map<string, number>()
  let all = 0
  const add = (owner: string, bytes: number) => {
    all += bytes
    const own = (ofOwners.get(owner) ?? 0) + bytes
    if (own > 0) ofOwners.set(owner, own)
    else ofOwners.delete(owner)
    return own
  }
  return {
    open(owner) {
      let counted = 0
      return {
        reserve(bytes) {
          const more = Math.max(0, bytes - alwaysBytes) - counted
          if (more <= 0) return
          counted += more
          if (add(owner, more) > maxOfOwner || all > maxOfAll) throw noMemory()
        },
        release() {
          if (counted > 0) add(owner, -counted)
          counted = 0
        },
      }
    },
  }
}
