import type { OutboundResponse } from '@carillon/outbound'
import type { AppCall } from '../call-context.ts'
import { callNetwork, type NetworkRequest } from '../call-network.ts'
import { bodyOf, countOf, textOf } from '../json.ts'
import type { MediaSource } from '../media-source.ts'
import { dialect, videoServiceRules } from './errors.ts'
import type { VideoUpload } from './publish-state.ts'
import type { Session } from './session.ts'
import { type JobStatus, statusIn, uploadToken, urlOf } from './video-service.ts'
import { unexpectedResponse } from './xrpc.ts'

const partTimeoutMs = 5 * 60_000
/** The timeout in ms of the call after which the service assembles the parts. */
const finishTimeoutMs = 2 * 60_000

interface PartsRequest extends Pick<NetworkRequest, 'body' | 'contentLength' | 'timeoutMs'> {
  method: string
  contentType: string
  query?: Record<string, string>
}

/**
 * Calls a method of the video service with the token of a single-call upload, as Bluesky's own app does.
 * @see https://github.com/bluesky-social/social-app/blob/main/src/lib/media/video/multipart/upload.ts (read 2026-11-29)
 */
async function callParts(call: AppCall, session: Session, request: PartsRequest): Promise<OutboundResponse> {
  const { method, contentType, query, ...sent } = request
  const token = await uploadToken(call, session)
  return callNetwork(call, dialect(videoServiceRules), {
    method: 'POST',
    url: urlOf(call, method, query),
    operation: method,
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
    ...sent,
  })
}

/** Returns the properties of a video by which the service can reject it before it is sent; unknown ones are omitted. */
function factsOf({ durationSeconds, width, height }: MediaSource): Record<string, number> {
  return {
    ...(durationSeconds !== null && { durationMs: Math.round(durationSeconds * 1000) }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  }
}

/**
 * Starts an upload of a video in parts, without sending a part. An upload that is not continued counts against the
 * account's limits until it expires, and has no other effect. `name` is the file name without extension.
 * @throws ProviderError if the service rejects the video or does not respond, or if its number of parts does not match
 *   the size of the video
 */
export async function startUpload(
  call: AppCall,
  session: Session,
  { source, name }: { source: MediaSource; name: string },
): Promise<VideoUpload> {
  const method = 'app.bsky.video.startUpload'
  const video = { sizeBytes: source.bytes, mimeType: source.contentType, name: `${name}.mp4`, ...factsOf(source) }
  const response = await callParts(call, session, {
    method,
    contentType: 'application/json',
    body: JSON.stringify(video),
    timeoutMs: 30_000,
  })
  const { jobId: id, partSizeBytes, partCount } = bodyOf(response)
  const [jobId, partBytes] = [textOf(id), countOf(partSizeBytes) ?? 0]
  const parts = Math.ceil(source.bytes / partBytes)
  if (jobId === null || partBytes < 1 || countOf(partCount) !== parts) throw unexpectedResponse(method)
  return { jobId, partBytes, parts, sent: 0, since: call.now().getTime() }
}

/**
 * Gives up an upload, which then no longer counts against the account's limits. An upload that has ended stays as it
 * is.
 * @throws ProviderError if the service rejects the call, as for an upload that it does not know or is assembling, or
 *   does not respond
 */
export async function abortUpload(call: AppCall, session: Session, { jobId }: VideoUpload): Promise<void> {
  await callParts(call, session, {
    method: 'app.bsky.video.abortUpload',
    contentType: 'application/json',
    body: JSON.stringify({ jobId }),
    timeoutMs: 10_000,
  })
}

/**
 * Sends the next part of an upload and returns the upload after it. A part that is sent a second time replaces the
 * first one.
 * @throws ProviderError if the service rejects the part or does not respond
 */
export async function sendPart(
  call: AppCall,
  session: Session,
  { source, upload }: { source: MediaSource; upload: VideoUpload },
): Promise<VideoUpload> {
  const { jobId, partBytes, sent } = upload
  const start = sent * partBytes
  const end = Math.min(start + partBytes, source.bytes) - 1
  await callParts(call, session, {
    method: 'app.bsky.video.uploadPart',
    query: { jobId, partNumber: String(sent + 1) },
    contentType: 'application/octet-stream',
    body: source.open({ start, end }),
    contentLength: end - start + 1,
    timeoutMs: partTimeoutMs,
  })
  return { ...upload, sent: sent + 1 }
}

/**
 * Has the service assemble the parts of an upload and process the video. Returns the status of the processing job; if
 * the service already knows the video, that is the job of the earlier upload. May be repeated.
 * @throws ProviderError if the service rejects the call or does not respond
 */
export async function finishUpload(call: AppCall, session: Session, { jobId }: VideoUpload): Promise<JobStatus> {
  const response = await callParts(call, session, {
    method: 'app.bsky.video.finishUpload',
    contentType: 'application/json',
    body: JSON.stringify({ jobId }),
    timeoutMs: finishTimeoutMs,
  })
  const completedJobId = textOf(bodyOf(response)['completedJobId'])
  return { ...statusIn(response), ...(completedJobId !== null && { jobId: completedJobId }) }
}
