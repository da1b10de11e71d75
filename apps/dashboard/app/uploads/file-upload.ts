import { isApiError, UnexpectedResponseError } from '@carillon/client'
import type { TusClient } from './tus-client.ts'

export interface UploadState {
  /**
   * `waiting`: the connection is lost or the service is busy, and the upload continues automatically. `failed`: it
   * continues only after `resume`.
   */
  status: 'sending' | 'waiting' | 'paused' | 'complete' | 'failed'
  /** The number of bytes that the service has received; `bytes` is the size of the file. */
  sent: number
  bytes: number
  uploadId: string | null
  /** The error that ended the upload, if the status is `failed`; otherwise null. */
  error: unknown
}

/** The upload of a file, already started. It continues until it is complete, paused, discarded or failed. */
export interface FileUpload {
  readonly state: UploadState
  /** Calls a listener after each change of `state`, until the returned function is called. */
  subscribe(this: void, listener: () => void): () => void
  /**
   * Resolves with the upload's id as soon as it exists; rejects if it could not be created, or has expired, until a
   * `resume` tries again. A complete upload that has expired meanwhile is created and sent again.
   */
  created(this: void): Promise<string>
  pause(this: void): void
  /** Continues a paused or failed upload from the last byte received. Does nothing in any other state. */
  resume(this: void): void
  /**
   * Stops the upload and deletes it at the service; an error of the deletion is ignored. Do not resume it afterwards.
   */
  discard(this: void): void
}

const MiB = 1024 ** 2
const pieceBytes = { min: MiB, max: 32 * MiB }
/**
 * The time in milliseconds that sending a piece should take, so that the progress moves and a lost connection costs
 * little. The size of the next piece is doubled below `min` and halved above `max`.
 */
const pieceMs = { min: 700, max: 2_000 }
const maxDelayMs = 30_000
/** How long a complete upload is taken to exist: the service deletes it after some time, a day by default. */
const seenForMs = 3_600_000

/**
 * Whether an upload can continue after an error without a user acting: no response, a status of 5xx, or 408, 409, 429
 * or 460. After a response that is not the service's, a user may have to sign in to a proxy.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof UnexpectedResponseError) return false
  if (!isApiError(error)) return true
  return error.status >= 500 || [408, 409, 429, 460].includes(error.status)
}

/** Whether the browser can still read a file: it cannot once the file is changed, renamed or deleted on the disk. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

function delayAfter(error: unknown, failures: number): number {
  const told = isApiError(error) ? error.retryAfterSeconds : null
  return told === null ? Math.min(maxDelayMs, 500 * 2 ** failures) : told * 1000
}

function nextSize(size: number, tookMs: number): number {
  if (tookMs < pieceMs.min) return Math.min(pieceBytes.max, size * 2)
  return tookMs > pieceMs.max ? Math.max(pieceBytes.min, size / 2) : size
}

export interface UploadOptions {
  tus: Omit<TusClient, 'createFrom'>
  /** Resolves after `ms` milliseconds, or earlier if the connection is back; rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Returns the time in milliseconds since any fixed point. Default: `performance.now`. */
  clock?: () => number
  /** The current time in ms since 1970. Default: `Date.now`. */
  now?: () => number
  /** The id of the upload of an earlier visit that the file continues; null or absent for none. */
  uploadId?: string | null
}

/** The id of an upload that does not exist yet. Nobody may be interested in it if the upload fails. */
function pendingId(): PromiseWithResolvers<string> {
  const id = Promise.withResolvers<string>()
  id.promise.catch(() => {})
  return id
}

/** Starts to upload a file in pieces, at once. Errors that may pass are retried without a limit. */
export function startUpload(file: File, options: UploadOptions): FileUpload {
  const { tus, wait, clock = () => performance.now(), now = Date.now } = options
  let earlier = options.uploadId ?? null
  const listeners = new Set<() => void>()
  let id = pendingId()
  let state: UploadState = { status: 'sending', sent: 0, bytes: file.size, uploadId: null, error: null }
  let stop = new AbortController()
  /** When the service was last known to have the complete upload. */
  let seenAt = now()
  let looking: Promise<void> | null = null

  function change(changes: Partial<UploadState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  /** The upload to continue and the number of bytes it has received; null if one has to be created. */
  async function findBegun(signal: AbortSignal): Promise<{ uploadId: string; offset: number } | null> {
    const uploadId = state.uploadId ?? earlier
    if (uploadId === null) return null
    try {
      return { uploadId, offset: await tus.offset(uploadId, signal) }
    } catch (error) {
      // That of an earlier visit may have expired.
      if (state.uploadId !== null || !isApiError(error, 'upload_not_found')) throw error
      earlier = null
      return null
    }
  }

  /**
   * Sends the missing bytes; creates the upload first if needed. Throws any error, including those that can be retried.
   */
  async function sendRest(signal: AbortSignal, onPiece: () => void): Promise<void> {
    const begun = await findBegun(signal)
    const uploadId = begun?.uploadId ?? (await tus.create(file, signal))
    let offset = begun?.offset ?? 0
    change({ uploadId })
    id.resolve(uploadId)
    let size = pieceBytes.min
    change({ status: 'sending', sent: offset })
    while (offset < file.size) {
      const startedAt = clock()
      offset = await tus.append(uploadId, { offset, bytes: file.slice(offset, offset + size) }, signal)
      size = nextSize(size, clock() - startedAt)
      onPiece()
      change({ sent: offset })
    }
    seenAt = now()
    change({ status: 'complete' })
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      try {
        return await sendRest(signal, () => {
          failures = 0
        })
      } catch (error) {
        if (signal.aborted) return
        if (!isPassing(error)) return fail(error)
        // Its bytes cannot be sent, which looks like a lost connection.
        if (!isApiError(error) && !(await isReadable(file))) return fail(new Error(notReadable))
        if (signal.aborted) return
        change({ status: 'waiting' })
        await wait(delayAfter(error, failures), signal).catch(() => {})
        failures += 1
      }
    }
  }

  function fail(error: unknown): void {
    // One that has expired is created again, with another id.
    const isExpired = isApiError(error, 'upload_not_found')
    if (isExpired) id = pendingId()
    id.reject(error)
    const uploadId = isExpired ? null : state.uploadId
    change({ status: 'failed', error, uploadId })
  }

  /** Sends the file again if the service has deleted its complete upload. Any other error says nothing about that. */
  async function lookAgain(uploadId: string): Promise<void> {
    try {
      await tus.offset(uploadId, stop.signal)
      seenAt = now()
    } catch (error) {
      if (!isApiError(error, 'upload_not_found')) return
      earlier = null
      id = pendingId()
      change({ status: 'sending', sent: 0, uploadId: null })
      run(stop.signal).catch(fail)
    }
  }

  run(stop.signal).catch(fail)
  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async created() {
      const { uploadId } = state
      if (uploadId !== null && state.status === 'complete' && now() - seenAt > seenForMs) {
        looking ??= lookAgain(uploadId).finally(() => {
          looking = null
        })
        await looking
      }
      return state.uploadId ?? id.promise
    },
    pause() {
      if (state.status === 'complete' || state.status === 'failed') return
      stop.abort()
      change({ status: 'paused' })
    },
    resume() {
      if (state.status !== 'paused' && state.status !== 'failed') return
      stop = new AbortController()
      // After a failure, the promise is rejected with the error of the attempt before.
      if (state.status === 'failed' && state.uploadId === null) id = pendingId()
      change({ status: 'sending', error: null })
      run(stop.signal).catch(fail)
    },
    discard() {
      stop.abort()
      const { uploadId } = state
      if (uploadId !== null) tus.remove(uploadId).catch(() => {})
    },
  }
}

const notReadable = 'The file was changed, moved or deleted on your device. Remove it here, then choose it again.'
