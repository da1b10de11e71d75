import type { RequestCounter } from '@carillon/database'

/** The share of an API key's or an organization's requests per minute that this process has reserved. */
export interface RequestSlice {
  readonly counter: RequestCounter
  readonly id: string
  /** The start of the minute, in ms since the epoch. */
  readonly windowStart: number
  /** The requests per minute that are allowed over all processes. */
  readonly limit: number
  /** Reserved requests that have not been used yet. */
  ready: number
  /** The number of requests that were left for all processes when this process last reserved some. */
  left: number
  /** The number of requests that the last statement reserved in advance. */
  extra: number
  /** Requests that wait for the next statement. */
  waiting: number
  /** The statement in flight, at most one at a time. */
  taking: Promise<void> | null
}

/**
 * The requests that this process has reserved in one minute. `slices` is keyed by the kind of counter, then by the id
 * of the API key or organization.
 */
export interface RequestWindow {
  /** The start of the minute, in ms since the epoch. */
  start: number
  slices: Record<RequestCounter, Map<string, RequestSlice>>
}

const maxSlices = 10_000

/**
 * Creates a window, the state with which a process limits requests per minute. It has no slices yet (the requests
 * reserved for an API key or organization). Call `enterWindow` before each use.
 */
export function emptyWindow(): RequestWindow {
  return { start: 0, slices: { key: new Map(), organization: new Map() } }
}

/**
 * Moves the window to the current minute: removes the reserved requests (slices) if they are of another minute. Call it
 * before each use.
 * @param start the start of the current minute in ms since the epoch
 */
export function enterWindow(window: RequestWindow, start: number): void {
  if (window.start === start) return
  Object.assign(window, emptyWindow(), { start })
}

/**
 * Returns the slice of an API key or organization: the requests of the current minute that this process has reserved
 * for it. A slice that does not exist is created without reserved requests; if the counter then has more than 10,000
 * slices, the other ones are dropped.
 * @param counter whether `id` is that of an API key or of an organization
 * @param options.limit the requests per minute over all processes, for a new slice
 */
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
