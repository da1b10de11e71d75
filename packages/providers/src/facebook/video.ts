import { ProviderError } from '../error-rules.ts'
import { type Fields, objectOf } from '../json.ts'
import type { MediaSource } from '../media-source.ts'
import { requiredId } from '../required-fields.ts'
import { callPage } from './client.ts'
import { type FacebookPublishCall, requirePage } from './credentials.ts'
import { publishDialect, transferDialect } from './errors.ts'
import { multipart } from './multipart.ts'
import type { VideoState } from './publish-state.ts'

type Call = FacebookPublishCall

function videosEdge(call: Call) {
  return {
    method: 'POST',
    host: 'graph',
    path: `/${requirePage(call).pageId}/videos`,
    operation: 'videos.publish',
  } as const
}

/**
 * Returns the range of bytes to send next, from the offsets in a response, which are strings of digits. `end` is
 * exclusive.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if an offset is missing or invalid
 */
function offsetsOf(body: Fields): Pick<VideoState, 'start' | 'end'> {
  const [start, end] = [body['start_offset'], body['end_offset']].map((offset) => Number(offset ?? Number.NaN))
  if (start !== undefined && end !== undefined && start >= 0 && end >= start) return { start, end }
  throw new ProviderError('provider_error', 'The platform returned a response that cannot be read.', 'indeterminate')
}

/**
 * Creates an upload session for a video at Facebook and returns its first state.
 * @throws ProviderError `page_not_selected` if the connection has no Page; otherwise the rejection of Facebook
 * @see https://developers.facebook.com/docs/graph-api/reference/page/videos (read 2026-11-20)
 */
export async function openVideo(call: Call, { bytes }: MediaSource): Promise<VideoState> {
  const body = await callPage(call, {
    ...videosEdge(call),
    dialect: publishDialect,
    form: { upload_phase: 'start', file_size: bytes },
  })
  const videoId = requiredId(body, 'video_id')
  const sessionId = requiredId(body, 'upload_session_id')
  return { videoId, uploadUrl: null, sessionId, ...offsetsOf(body), phase: 'upload', stalls: 0, polls: 0 }
}

/** Returns the object that contains the offset at which to continue. A rejected part contains it in `error_data`. */
function whereToGoOn(body: Fields): Fields {
  const { error_data: data } = objectOf(body['error'])
  if (typeof data !== 'string') return data === undefined ? body : objectOf(data)
  try {
    return objectOf(JSON.parse(data))
  } catch {
    return {}
  }
}

/**
 * Uploads the range of bytes that Facebook requested, and returns the state with the next range. If Facebook requests
 * no more bytes, returns the state with the phase `ready` without a call. After a lost response, a call with the same
 * state sends the range again, and Facebook responds with the offset at which to continue.
 * @throws ProviderError if Facebook rejects the call, does not respond, or returns no valid range
 * @see https://developers.facebook.com/docs/graph-api/reference/page/videos (read 2026-11-20)
 */
export async function transferVideo(call: Call, video: VideoState, source: MediaSource): Promise<VideoState> {
  const { start, end } = video
  if (start === end) return { ...video, phase: 'ready' }
  const range = { start, end: Math.min(end, source.bytes) - 1 }
  const fields = { upload_phase: 'transfer', upload_session_id: video.sessionId ?? '', start_offset: String(start) }
  const body = await callPage(call, {
    ...videosEdge(call),
    dialect: transferDialect,
    timeoutMs: 15 * 60_000,
    ...multipart(fields, { name: 'video_file_chunk', source, range }),
  })
  const next = offsetsOf(whereToGoOn(body))
  return { ...video, ...next, stalls: next.start > start ? 0 : video.stalls + 1 }
}

/**
 * Makes the call that publishes the uploaded video. Returns the field `success` of the response, undefined if it is
 * missing. `true` confirms only that Facebook accepted the request.
 * @throws ProviderError if Facebook rejects the call or does not respond
 */
export async function finishVideo(call: Call, { sessionId }: VideoState): Promise<unknown> {
  const { title, message } = call.input
  const body = await callPage(call, {
    ...videosEdge(call),
    dialect: publishDialect,
    timeoutMs: 50_000,
    form: {
      upload_phase: 'finish',
      upload_session_id: sessionId ?? undefined,
      title: title || undefined,
      description: message || undefined,
    },
  })
  return body['success']
}
