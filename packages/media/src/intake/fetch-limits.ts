import type { FetchLimits } from '@carillon/domain'
import { MediaFault } from '../media-fault.ts'
import { type MediaType, SNIFF_BYTES, sniff } from '../media-type.ts'

/**
 * Returns the limits of a download for the media type found in its first bytes; `type` is null before they have
 * arrived.
 */
export type LimitsOf = (type: MediaType | null) => FetchLimits

/** Monitors the time and the bytes of a download, over all of its attempts. */
export interface FetchWatch {
  /**
   * Aborts with a `MediaFault` if the host does not respond in time, the download takes too long, or the bytes arrive
   * too slowly.
   */
  signal: AbortSignal
  /** Call this when the host has begun to respond. */
  responded(): void
  /**
   * Passes the bytes of the body on and counts them.
   * @throws MediaFault if there are too many
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

/** Creates the fault of media whose download exceeds the maximum number of bytes. */
export function tooManyBytes(maxBytes: number): MediaFault {
  const found = `returns more than ${maxBytes} bytes`
  return new MediaFault(`${found}, at most ${maxBytes} bytes are taken; send a smaller file`)
}

/**
 * Starts to limit the time and the size of a download: use the result's `signal` for the request, call `responded` once
 * the host responds, and read the body through `watch`. `limitsOf(null)` applies until the media type is known. Faults
 * name `host`. Call `end` afterwards to release the timers.
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
