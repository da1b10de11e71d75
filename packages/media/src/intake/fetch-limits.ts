import type { FetchLimits } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
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
   * too slowly. Time in which bytes are being stored does not count for the pace. If the time for the download ends
   * while bytes are being stored, aborts with the `ServiceError` `temporarily_unavailable` instead.
   */
  signal: AbortSignal
  /** Call this when the host has begun to respond. From then on, no attempt is limited by `responseMs`. */
  responded(): void
  /**
   * Passes the bytes of the body on and counts them.
   * @throws MediaFault if there are too many
   */
  watch(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Stops the timers. Call it when the download has ended. */
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

/** Returns the error for a download whose time ended while its bytes were being stored: the host is not at fault. */
const notStored = () =>
  new ServiceError('temporarily_unavailable', 'The media could not be stored in time. Try again.', { retryAfter: 1 })

type Pace = FetchLimits['pace']

/** Measures how many bytes arrive in windows of the time in which a host is waited for. */
interface PaceWatch {
  /** Begins the first window, of `everyMs` milliseconds. */
  begin(pace: Pace): void
  count(bytes: number): void
  /** Stops the time, as nothing is waited for, until `resume` is called. */
  suspend(): void
  resume(): void
  end(): void
}

/** Creates the measure of a download's pace; `onSlow` is called with the bytes of a window that had too few. */
function startPace(onSlow: (arrived: number, pace: Pace) => void): PaceWatch {
  let pace: Pace | undefined
  let timer: NodeJS.Timeout | undefined
  let [arrived, leftMs, since] = [0, 0, 0]

  function resume(): void {
    since = performance.now()
    timer = setTimeout(endWindow, Math.max(0, leftMs))
  }

  function endWindow(): void {
    if (pace === undefined) return
    if (arrived < pace.bytes) onSlow(arrived, pace)
    begin(pace)
  }

  function begin(next: Pace): void {
    clearTimeout(timer)
    ;[pace, arrived, leftMs] = [next, 0, next.everyMs]
    resume()
  }

  return {
    begin,
    count(bytes) {
      arrived += bytes
    },
    suspend() {
      clearTimeout(timer)
      leftMs -= performance.now() - since
    },
    resume,
    end: () => clearTimeout(timer),
  }
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
  const pace = startPace((arrived, minimum) => ending.abort(tooSlow(host, arrived, minimum)))
  /** Whether bytes that have arrived are being stored, so that no host is waited for. */
  let isStoring = false

  function setDeadline(): void {
    clearTimeout(late)
    const left = Math.max(0, limits.maxMs - (performance.now() - began))
    late = setTimeout(() => ending.abort(isStoring ? notStored() : tooLate(host, limits.maxMs)), left)
  }

  async function* watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0)
    let bytes = 0
    limits = limitsOf(null)
    isStoring = false
    pace.begin(limits.pace)
    try {
      for await (const chunk of body) {
        bytes += chunk.length
        pace.count(chunk.length)
        if (head.length < SNIFF_BYTES) {
          head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)])
          limits = limitsOf(sniff(head))
          setDeadline()
          pace.begin(limits.pace)
        }
        if (bytes > limits.maxBytes) throw tooManyBytes(limits.maxBytes)
        pace.suspend()
        isStoring = true
        yield chunk
        isStoring = false
        pace.resume()
      }
      isStoring = true
    } finally {
      pace.end()
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
      pace.end()
    },
  }
}
