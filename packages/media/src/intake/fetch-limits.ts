import type { FetchLimits } from '@carillon/domain'
import { MediaFault } from '../media-fault.ts'
import { type MediaType, SNIFF_BYTES, sniff } from '../media-type.ts'

/** The limits of a fetch for the media type found in the first bytes; null before they have arrived. */
export type LimitsOf = (type: MediaType | null) => FetchLimits

/** Monitors a fetch over all of its attempts. */
export interface FetchWatch {
  /** Aborts with a `MediaFault` when the fetch takes too long or the bytes arrive too slowly. */
  signal: AbortSignal
  /** The host has begun a response. */
  responded(): void
  /**
   * Passes on the bytes.
   * @throws MediaFault when there are too many
   */
  watch(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  end(): void
}

function tooLate(host: string, ms: number): MediaFault {
  return new MediaFault(
    `cannot be fetched within ${ms / 1000} seconds from its URL at ${host}; serve it faster or send a smaller file`,
  )
}

function unanswered(host: string, ms: number): MediaFault {
  return new MediaFault(`cannot be fetched: ${host} did not respond within ${ms / 1000} seconds; try again`)
}

function tooSlow(host: string, arrived: number, { bytes, everyMs }: FetchLimits['pace']): MediaFault {
  const found = `arrives too slowly from its URL at ${host}: ${arrived} bytes in ${everyMs / 1000} s`
  return new MediaFault(`${found}, at least ${bytes} are expected; serve it faster`)
}

/** The fault of media whose download exceeds the maximum number of bytes. */
export function tooManyBytes(maxBytes: number): MediaFault {
  const found = `returns more than ${maxBytes} bytes`
  return new MediaFault(`${found}, at most ${maxBytes} bytes are taken; send a smaller file`)
}

/**
 * Watches the time and bytes of a download. The limits can change once the media type is known; `limitsOf(null)`
 * applies before. Faults name `host`.
 */
export function watchFetch(limitsOf: LimitsOf, host: string): FetchWatch {
  const ending = new AbortController()
  const began = performance.now()
  let limits = limitsOf(null)
  let late: NodeJS.Timeout | undefined
  let slow: NodeJS.Timeout | undefined

  function setDeadline(): void {
    clearTimeout(late)
    const left = Math.max(0, limits.maxMs - (performance.now() - began))
    late = setTimeout(() => ending.abort(tooLate(host, limits.maxMs)), left)
  }

  /** Starts a measuring window; `arrived` returns the number of bytes so far. */
  function setPace(arrived: () => number): void {
    clearInterval(slow)
    let before = arrived()
    slow = setInterval(() => {
      const inWindow = arrived() - before
      before = arrived()
      if (inWindow < limits.pace.bytes) ending.abort(tooSlow(host, inWindow, limits.pace))
    }, limits.pace.everyMs)
  }

  async function* watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0)
    let bytes = 0
    limits = limitsOf(null)
    setPace(() => bytes)
    try {
      for await (const chunk of body) {
        bytes += chunk.length
        if (head.length < SNIFF_BYTES) {
          head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)])
          limits = limitsOf(sniff(head))
          setDeadline()
          setPace(() => bytes)
        }
        if (bytes > limits.maxBytes) throw tooManyBytes(limits.maxBytes)
        yield chunk
      }
    } finally {
      clearInterval(slow)
    }
  }

  setDeadline()
  const waitMs = Math.min(limits.responseMs, limits.maxMs)
  const silent = setTimeout(() => ending.abort(unanswered(host, waitMs)), waitMs)
  return {
    signal: ending.signal,
    responded: () => clearTimeout(silent),
    watch,
    end() {
      clearTimeout(silent)
      clearTimeout(late)
      clearInterval(slow)
    },
  }
}
