import { ServiceError } from '@carillon/errors'

/** The number of bytes of a body that always have a place, as the number of connections limits them. */
const alwaysBytes = 64 * 1024

const mebibyte = 1024 * 1024

export interface MemoryLimits {
  /** The maximum number of bytes beyond 64 KiB each that the bodies of one owner may take up at once. */
  perOwner: number
  /**
   * The maximum number of bytes beyond 64 KiB each for all bodies. Parsing takes up to four times as much for a moment.
   */
  total: number
}

/** The limits of bodies of the API, whose owners are organizations. */
export const keyedLimits: MemoryLimits = { perOwner: 64 * mebibyte, total: 128 * mebibyte }
/** The limits of bodies that are sent without an API key, which have one owner together. */
export const publicLimits: MemoryLimits = { perOwner: 128 * mebibyte, total: 128 * mebibyte }

/** The memory for bodies that are being received, without their files. */
export interface Memory {
  /**
   * Begins to count the memory of a body of this owner. Call `reserve` with all bytes that it takes up so far, whenever
   * these grow, and `release` once the body is parsed. The first 64 KiB of a body are not counted.
   */
  open(owner: string): BodyMemory
}

/**
 * The memory of one body. `reserve` throws `temporarily_unavailable` above a limit; `release` is to be called even
 * then.
 */
export interface BodyMemory {
  reserve(bytes: number): void
  release(): void
}

function noMemory(): ServiceError {
  const message = 'Too many large bodies are arriving at the moment. Send it again.'
  return new ServiceError('temporarily_unavailable', message, { retryAfter: 1 })
}

/** Limits the memory that large bodies take up together, as clients may never send the last bytes of many. */
export function limitMemory({ perOwner, total }: MemoryLimits): Memory {
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
          if (add(owner, more) > perOwner || all > total) throw noMemory()
        },
        release() {
          if (counted > 0) add(owner, -counted)
          counted = 0
        },
      }
    },
  }
}
