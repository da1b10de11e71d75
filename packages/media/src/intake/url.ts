import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '@carillon/errors'
import { findOutboundError, type OutboundErrorKind, type Outcome, pauseBefore } from '@carillon/outbound'
import { forItem, type Item, MediaFault } from '../media-fault.ts'
import type { MediaStore, Reservation } from '../store/media-store.ts'
import { writeStream } from '../store/write-stream.ts'
import { type FetchWatch, type LimitsOf, tooManyBytes, watchFetch } from './fetch-limits.ts'
import { StagedBlob } from './staged-blob.ts'

/** The part of a `fetch` response that is used. */
export interface FetchedResponse {
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}

/** Fetches a URL that a client chose. Must reject URLs that point into Carillon's own network. */
type GuardedFetch = (url: string, options: { signal: AbortSignal }) => Promise<FetchedResponse>

export interface FetchMediaOptions extends Item {
  url: string
  fetch: GuardedFetch
  store: MediaStore
  /** The maximum size in bytes of a file of any type. */
  maxBytes: number
  signal: AbortSignal
  /** Limits of time, pace and size by media type; if omitted, only `maxBytes` applies. */
  limits?: LimitsOf
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random?: () => number
}

interface WatchedOptions extends FetchMediaOptions {
  watch?: FetchWatch
}

/** A problem that may disappear when the fetch is retried. */
class PassingFault extends MediaFault {
  readonly outcome: Outcome

  constructor(message: string, outcome: Outcome, cause?: unknown) {
    super(message, { cause })
    this.outcome = outcome
  }
}

function tooLong(found: string, maxBytes: number): MediaFault {
  return new MediaFault(`${found}, at most ${maxBytes} bytes are taken; send a smaller file`)
}

type Problem = string | undefined

/**
 * The messages about a URL from which nothing could be fetched, with what to do about it, keyed by the kind of failure.
 * `problem` is the fault of the host.
 */
const unreachable: Partial<Record<OutboundErrorKind, (problem: Problem) => string>> = {
  rejected_address: () => 'may not be fetched: give an https URL of a public host, without a port or a user name in it',
  bad_redirect: () => 'cannot be fetched: its URL leads on too often, or to nowhere; give the URL of the file itself',
  timeout: (problem) => `cannot be fetched: ${problem ?? 'its URL does not respond in time'}; try again`,
}

function unreachableFault(kind: OutboundErrorKind, problem: Problem): string {
  const fault = unreachable[kind]?.(problem)
  const found = problem === undefined ? ' from its URL' : `: ${problem}`
  return fault ?? `cannot be fetched${found}; check that the URL is public and responds`
}

async function fetchResponse({ url, fetch, signal }: FetchMediaOptions): Promise<FetchedResponse> {
  try {
    return await fetch(url, { signal })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ServiceError) throw cause
    const { kind = 'network', problem, isLocal = false } = findOutboundError(cause) ?? {}
    if (isLocal) throw new ServiceError('temporarily_unavailable', undefined, { retryAfter: 5, cause })
    throw new PassingFault(unreachableFault(kind, problem), { kind }, cause)
  }
}

/**
 * Returns the length in bytes that the response declares; 0 if it declares none. A wrong one does no harm, because the
 * actual bytes are counted.
 */
function announced({ headers }: FetchedResponse): number {
  const length = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(length) ? Number(length) : 0
}

/** Discards the body, because an unread one keeps its connection busy. */
async function dropBody({ body }: FetchedResponse): Promise<void> {
  await body?.[Symbol.asyncIterator]().return?.()
}

async function rejected(response: FetchedResponse, fault: unknown): Promise<never> {
  await dropBody(response).catch(() => {})
  throw fault
}

async function keep(response: FetchedResponse, options: WatchedOptions, reservation: Reservation): Promise<StagedBlob> {
  const { store, maxBytes, signal, watch } = options
  const body = response.body ?? empty()
  const allow = (bytes: number) => {
    if (bytes > maxBytes) throw tooManyBytes(maxBytes)
  }
  try {
    return StagedBlob.ofBytes(await writeStream(store, watch?.watch(body) ?? body, { allow, signal, reservation }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ServiceError || cause instanceof MediaFault) throw cause
    if (findOutboundError(cause)?.kind === 'too_large') throw tooManyBytes(maxBytes)
    const { kind = 'network', problem } = findOutboundError(cause) ?? {}
    const why = problem === undefined ? '' : `: ${problem}`
    throw new PassingFault(`broke off while it was fetched from its URL${why}; try again`, { kind }, cause)
  } finally {
    reservation.release()
  }
}

async function* empty(): AsyncGenerator<Uint8Array> {}

async function fetchOnce(options: WatchedOptions): Promise<StagedBlob> {
  const response = await fetchResponse(options)
  options.watch?.responded()
  const { status } = response
  if (status !== 200) {
    const fault = `cannot be fetched: its URL responds with status ${status}, not 200`
    await rejected(response, new PassingFault(fault, { status, retryAfterMs: undefined }))
  }
  const length = announced(response)
  if (length > options.maxBytes) await rejected(response, tooLong(`is ${length} bytes large`, options.maxBytes))
  const reservation = await options.store.reserve(length).catch((error: unknown) => rejected(response, error))
  return keep(response, options, reservation)
}

/** Returns the host name of a URL for messages, with its port unless that is the default. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'its host'
}

/**
 * Fetches a client's media URL into the media store. The type is determined from the bytes, not from the response
 * headers. After a connection that failed or broke off, or the status 502, 503 or 504, the fetch is retried, up to
 * three attempts in all.
 * @throws ServiceError with `options.code` if the file cannot be fetched or exceeds its limits;
 *   `temporarily_unavailable` if this machine cannot open a connection, or if the time ends while bytes are being
 *   stored; a `ServiceError` of the fetch function or the media store, and the reason of `options.signal` if it aborts,
 *   unchanged
 */
export function fetchMedia(options: FetchMediaOptions): Promise<StagedBlob> {
  const { limits } = options
  return forItem(options, async () => {
    if (limits === undefined) return fetchRepeatedly(options)
    const watch = watchFetch(limits, hostOf(options.url))
    const signal = AbortSignal.any([options.signal, watch.signal])
    try {
      return await fetchRepeatedly({ ...options, signal, watch })
    } finally {
      watch.end()
    }
  })
}

async function fetchRepeatedly(options: WatchedOptions): Promise<StagedBlob> {
  const { signal, random = Math.random } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOnce(options)
    } catch (error) {
      if (!(error instanceof PassingFault)) throw error
      const waitMs = pauseBefore('read', attempt, error.outcome, random)
      if (waitMs === undefined) throw error
      await pause(waitMs, undefined, { signal }).catch((cause: unknown) => {
        throw signal.aborted ? signal.reason : cause
      })
    }
  }
}
