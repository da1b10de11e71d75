import { ProviderError } from '../error-rules.ts'
import { isObject, objectOf, textOf } from '../json.ts'
import type { MediaSource } from '../media-source.ts'
import { lacking } from '../required-fields.ts'
import { callX, type XRequest } from './call-x.ts'
import type { XCall } from './credentials.ts'
import type { Item } from './post-parts.ts'
import type { Upload } from './publish-state.ts'

/** The size of a chunk in bytes. X documents 5 MB, but sometimes rejected chunks of that size as too large. */
const chunkBytes = 4_000_000

/** The result of one step of an upload. */
interface Uploaded {
  upload: Upload
  /** Seconds to wait before the next status read; omitted if the next step can follow at once. */
  wait?: number
}

function callMedia(call: XCall, request: Omit<XRequest, 'area'>): Promise<Record<string, unknown>> {
  return callX(call, call.account.credentials.accessToken, { ...request, area: 'media' })
}

const categories: Readonly<Record<string, string>> = { 'image/gif': 'tweet_gif', 'video/mp4': 'tweet_video' }

/** Returns X's category of the media. Images are ready once they are finalized, and have no status to read. */
function categoryOf({ contentType }: MediaSource): string {
  return categories[contentType] ?? 'tweet_image'
}

async function bytesOf(source: MediaSource, range: { start: number; end: number }): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of source.open(range)) pieces.push(Uint8Array.from(piece))
  return new Blob(pieces, { type: source.contentType })
}

/** Seconds before a status read: bounds for the number that X requests, and the number if it requests none. */
const waits = { min: 1, usual: 5, max: 60 }

/**
 * Returns the upload after a call about it, from the body of the response and from what was `known` before.
 * @throws ProviderError `invalid_media` if X failed to process the media item; `provider_error` if the response
 *   contains no upload, or no id and none was known
 */
function readUpload(body: Record<string, unknown>, known: Partial<Upload>): Uploaded {
  // Without `processing_info` an upload is ready, which a page of a proxy does not show.
  if (!isObject(body['data'])) throw lacking('data')
  const { data } = body
  const id = textOf(data['id']) ?? known.id
  if (id === undefined)
    throw new ProviderError('provider_error', 'X returned an upload without an id.', 'indeterminate')
  // Only the part of a key after its category is compared: the id.
  const mediaKey = textOf(data['media_key']) ?? known.mediaKey ?? `_${id}`
  const work = objectOf(data['processing_info'])
  const state = textOf(work['state']) ?? 'succeeded'
  const upload = { id, mediaKey, chunks: known.chunks ?? 0, ...(known.begunAgain && { begunAgain: true as const }) }
  if (state === 'succeeded') return { upload: { ...upload, phase: 'ready' } }
  if (state === 'failed') throw processingFailed(work)
  const requested = Number(work['check_after_secs'])
  const wait = Math.min(waits.max, Math.max(waits.min, requested > 0 ? requested : waits.usual))
  return { upload: { ...upload, phase: 'processing' }, wait }
}

function processingFailed(work: Record<string, unknown>): ProviderError {
  return new ProviderError('invalid_media', 'X could not process it.', 'rejected', { cause: work })
}

/**
 * Starts the upload of a media item and returns its first state.
 * @see https://docs.x.com/x-api/media/initialize-media-upload (read 2026-11-20)
 */
async function initialize(call: XCall, source: MediaSource): Promise<Uploaded> {
  const body = await callMedia(call, {
    operation: 'media.initialize',
    method: 'POST',
    path: '/media/upload/initialize',
    json: {
      media_type: source.contentType,
      total_bytes: source.bytes,
      media_category: categoryOf(source),
    },
  })
  const { upload } = readUpload(body, {})
  return { upload: { ...upload, phase: 'sending' } }
}

/**
 * Uploads the next chunk. A chunk that is sent a second time replaces the first.
 * @see https://docs.x.com/x-api/media/append-media-upload (read 2026-11-20)
 */
async function append(call: XCall, source: MediaSource, upload: Upload): Promise<Uploaded> {
  const start = upload.chunks * chunkBytes
  const end = Math.min(start + chunkBytes, source.bytes) - 1
  const form = new FormData()
  form.append('segment_index', String(upload.chunks))
  form.append('media', await bytesOf(source, { start, end }), 'chunk')
  await callMedia(call, {
    operation: 'media.append',
    method: 'POST',
    path: `/media/upload/${upload.id}/append`,
    form,
    timeoutMs: 60_000,
  })
  return { upload: { ...upload, chunks: upload.chunks + 1 } }
}

/**
 * Reads the processing status of an upload and returns the body of the response.
 * @see https://docs.x.com/x-api/media/get-media-upload-status (read 2026-11-20)
 */
function readStatus(call: XCall, { id }: Upload): Promise<Record<string, unknown>> {
  return callMedia(call, {
    operation: 'media.status',
    method: 'GET',
    path: '/media/upload',
    query: { command: 'STATUS', media_id: id },
  })
}

/**
 * Finalizes an upload. X's contract shows no body, but the servers require an empty object. If the response to an
 * earlier call was lost, X rejects a second call with `invalid_media`. The status of a video or GIF then shows whether
 * the first call succeeded. Images have no status, so their upload is started once more; a second time, the rejection
 * is thrown.
 * @see https://docs.x.com/x-api/media/finalize-media-upload (read 2026-11-20)
 */
async function finalize(call: XCall, source: MediaSource, upload: Upload): Promise<Uploaded> {
  const path = `/media/upload/${upload.id}/finalize`
  try {
    const request = { operation: 'media.finalize', method: 'POST', path, json: {}, timeoutMs: 60_000 } as const
    return readUpload(await callMedia(call, request), upload)
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === 'invalid_media' && error.outcome === 'rejected')) throw error
    if (categoryOf(source) === 'tweet_image') return beginAgain(call, { source, upload, error })
    const status = await readStatus(call, upload)
    const { size, processing_info: work } = objectOf(status['data'])
    if (size === undefined && work === undefined) throw error
    return readUpload(status, upload)
  }
}

async function beginAgain(
  call: XCall,
  { source, upload, error }: { source: MediaSource; upload: Upload; error: ProviderError },
): Promise<Uploaded> {
  if (upload.begunAgain) throw error
  const { upload: next } = await initialize(call, source)
  return { upload: { ...next, begunAgain: true } }
}

function nextStep(call: XCall, source: MediaSource, upload: Upload | undefined): Promise<Uploaded> {
  if (upload === undefined) return initialize(call, source)
  if (upload.phase === 'processing') return readStatus(call, upload).then((body) => readUpload(body, upload))
  return upload.chunks * chunkBytes < source.bytes ? append(call, source, upload) : finalize(call, source, upload)
}

/**
 * Makes the next step of uploading a media item: starts the upload (`upload` undefined), sends a chunk, finalizes the
 * upload or reads its status. May be repeated. `wait` in the result is the number of seconds to wait before the next
 * step.
 * @throws ProviderError if X rejects the call or does not respond. The message of an `invalid_media` error begins with
 *   `label`, the position of the item in the body, such as `thread[1].media[0]`
 */
export async function continueUpload(
  call: XCall,
  { label, source }: Item,
  upload: Upload | undefined,
): Promise<Uploaded> {
  try {
    return await nextStep(call, source, upload)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'invalid_media') throw error
    throw new ProviderError('invalid_media', `${label}: ${error.message}`, error.outcome, { cause: error })
  }
}
