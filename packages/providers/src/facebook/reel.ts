import { callNetwork } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { bodyOf } from '../json.ts'
import type { MediaSource } from '../media-source.ts'
import { requiredText } from '../meta/graph.ts'
import { isUnknownObject } from '../meta/unknown-post.ts'
import { requiredId } from '../required-fields.ts'
import { callPage, hostOf } from './client.ts'
import { type FacebookPublishCall, requirePage } from './credentials.ts'
import { publishDialect, uploadDialect } from './errors.ts'
import type { VideoState } from './publish-state.ts'
import { readVideoStatus } from './video-status.ts'

type Call = FacebookPublishCall

const reelsPath = (call: Call) => `/${requirePage(call).pageId}/video_reels`

/**
 * Creates an upload for a reel at Facebook and returns its first state.
 * @throws ProviderError `page_not_selected` if the connection has no Page; otherwise the rejection of Facebook
 * @see https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20)
 */
export async function openReel(call: Call, { bytes }: MediaSource): Promise<VideoState> {
  const body = await callPage(call, {
    dialect: publishDialect,
    method: 'POST',
    path: reelsPath(call),
    operation: 'reels.publish',
    form: { upload_phase: 'start' },
  })
  const videoId = requiredId(body, 'video_id')
  const uploadUrl = requiredText(body, 'upload_url')
  return { videoId, uploadUrl, sessionId: null, start: 0, end: bytes, phase: 'upload', stalls: 0, polls: 0 }
}

/**
 * Returns the upload URL of a reel. The token is sent only to the configured upload host.
 * @throws ProviderError `provider_error` if the URL is missing or on another host
 */
function uploadAddress(call: Call, { uploadUrl }: VideoState): string {
  if (uploadUrl !== null && URL.parse(uploadUrl)?.origin === new URL(hostOf(call.app, 'upload')).origin)
    return uploadUrl
  throw new ProviderError('provider_error', 'Facebook returned an upload URL on an unexpected host.', 'rejected')
}

/**
 * Reads how much of an upload Facebook has received; zero bytes if it does not return the video before it has received
 * any.
 */
async function arrived(call: Call, video: { videoId: string; pageId: string }) {
  try {
    return await readVideoStatus(call, video)
  } catch (error) {
    if (!isUnknownObject(error)) throw error
    return { received: 0, uploading: 'none' }
  }
}

/**
 * Uploads the bytes that Facebook has not received yet. A repeated call continues where the last one ended. The
 * returned state has the phase `ready` once Facebook has received all bytes; otherwise `stalls` is the number of
 * consecutive calls without progress.
 * @throws ProviderError if Facebook rejects a call or does not respond; `provider_error` if the upload URL is on an
 *   unexpected host
 * @see https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20)
 */
export async function uploadReel(call: Call, video: VideoState, source: MediaSource): Promise<VideoState> {
  const { pageId, pageToken } = requirePage(call)
  const { received, uploading } = await arrived(call, { videoId: video.videoId, pageId })
  if (uploading === 'complete' || received >= source.bytes) return { ...video, start: source.bytes, phase: 'ready' }
  const response = await callNetwork(call, uploadDialect, {
    method: 'POST',
    url: uploadAddress(call, video),
    operation: 'media.upload',
    timeoutMs: 15 * 60_000,
    headers: {
      authorization: `OAuth ${pageToken}`,
      offset: String(received),
      file_size: String(source.bytes),
      'content-type': 'application/octet-stream',
    },
    body: source.open({ start: received, end: source.bytes - 1 }),
    contentLength: source.bytes - received,
  })
  const done = bodyOf(response)['success'] === true
  const stalls = received > video.start ? 0 : video.stalls + 1
  return done ? { ...video, start: source.bytes, phase: 'ready', stalls: 0 } : { ...video, start: received, stalls }
}

/**
 * Makes the call that publishes the uploaded reel. Returns the field `success` of the response, undefined if it is
 * missing. `true` confirms only that Facebook accepted the request.
 * @throws ProviderError if Facebook rejects the call or does not respond
 */
export async function finishReel(call: Call, { videoId }: VideoState): Promise<unknown> {
  const body = await callPage(call, {
    dialect: publishDialect,
    method: 'POST',
    path: reelsPath(call),
    operation: 'reels.publish',
    timeoutMs: 50_000,
    form: {
      upload_phase: 'finish',
      video_id: videoId,
      video_state: 'PUBLISHED',
      description: call.input.message || undefined,
    },
  })
  return body['success']
}
