import type { RequestCounter } from '@carillon/database'

/** The part of the requests per minute of a key or an organization that this process has reserved. */
export interface RequestSlice {
  readonly counter: RequestCounter
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly windowStart: number
  readonly limit: number
  /** Requests that were taken and not used yet. */
  ready: number
  /** Requests that were left to take when this process last did. */
  left: number
  /** How many requests the last statement took in advance. */
  extra: number
  /** Requests that wait for the next statement. */
  waiting: number
  /** The statement that is in flight; one at a time. */
  taking: Promise<void> | null
}

/** The slices of one minute. */
export interface RequestWindow {
  /** Milliseconds since the epoch. */
  start: number
  slices: Record<RequestCounter, Map<string, RequestSlice>>
}

const maxSlices = 10_000

/** A window of no minute. */
export function emptyWindow(): RequestWindow {
  return { start: 0, slices: { key: new Map(), organization: new Map() } }
}

/** Drops the slices of an earlier minute. */
export function enterWindow(window: RequestWindow, start: number): void {
  if (window.start === start) return
  Object.assign(window, emptyWindow(), { start })
}

/** The slice of a key or an organization; a new one has taken nothing yet. */
export function sliceOf(
  { start, slices }: RequestWindow,
  counter: RequestCounter,
  { id, limit }: { id: string; limit: number },
): RequestSlice {
  const ofCounter = slices[counter]
  const known = ofCounter.get(id)
  if (known) return known
  const begun = { counter, id, windowStart: start, limit, ready: 0, left: limit, extra: 0, waiting: 0, taking: null }
  if (ofCounter.size >= maxSlices) ofCounter.clear()
  ofCounter.set(id, begun)
  return begun
}
