import type { OutboundResponse } from '@carillon/outbound'
import { callNetwork, type NetworkRequest } from '../call-network.ts'
import { ProviderError } from '../error-rules.ts'
import { bodyOf, textOf } from '../json.ts'
import { bearer, callApi, hostOf, uploadPath, withQuota } from './client.ts'
import type { YouTubePublishCall } from './credentials.ts'
import { uploadDialect } from './errors.ts'
import type { Piece } from './upload-piece.ts'
import { videoMetadata } from './video-metadata.ts'

type Call = YouTubePublishCall

/**
 * The state of an upload session: the number of bytes stored, the video created, or that YouTube no longer knows the
 * session.
 */
export type Progress = { kind: 'stored'; bytes: number } | { kind: 'finished'; videoId: string } | { kind: 'gone' }

/**
 * Opens an upload session with the metadata of a video, for one unit of the daily upload quota. Returns the upload URL.
 * @throws ProviderError `quota_exhausted` if no unit is left; `provider_error` with the outcome `indeterminate` if
 *   YouTube returns no valid upload URL; otherwise the rejection of YouTube
 * @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-20)
 * @see https://developers.google.com/youtube/v3/docs/videos/insert (read 2026-11-20)
 */
export async function openUpload(call: Call): Promise<string> {
  const { source } = call.input.video
  const { resource, parameters } = videoMetadata(call.input)
  const response = await callApi(call, {
    method: 'POST',
    path: `${uploadPath}/videos`,
    query: { uploadType: 'resumable', part: 'snippet,status', ...parameters },
    operation: 'videos.insert',
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(source.bytes),
      'x-upload-content-type': source.contentType,
    },
    body: JSON.stringify(resource),
  })
  const address = response.headers.get('location')
  if (address !== null && isGoogles(address, hostOf(call.app, 'api'))) return address
  throw new ProviderError('provider_error', 'YouTube returned no upload URL.', 'indeterminate')
}

/**
 * Returns whether an upload URL points to the host that was called or to another host of the same API. Video and token
 * are sent nowhere else.
 */
function isGoogles(address: string, api: string): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  return url.origin === new URL(api).origin || (url.protocol === 'https:' && url.hostname.endsWith('.googleapis.com'))
}

/**
 * Reads the progress of an upload session, whose upload URL is `address`: the number of bytes stored, the video
 * created, or that YouTube no longer knows the session. If all bytes are stored, this call creates the video.
 * @throws ProviderError if YouTube rejects the call, does not respond, or confirms the video without its id
 */
export function askUpload(call: Call, address: string): Promise<Progress> {
  const range = `bytes */${call.input.video.source.bytes}`
  return put(call, { url: address, operation: 'media.status', timeoutMs: 30_000, contentLength: 0 }, range)
}

/**
 * Uploads a range of the video to the upload URL `address`; the last range creates the video. Returns the number of
 * bytes stored so far, the video created, or that YouTube no longer knows the session.
 * @throws ProviderError if YouTube rejects the call, does not respond, or confirms the video without its id
 */
export function sendPiece(
  call: Call,
  { address, piece, timeoutMs }: { address: string; piece: Piece; timeoutMs: number },
): Promise<Progress> {
  const { start, end, total } = piece
  const body = call.input.video.source.open({ start, end })
  const sending = { url: address, operation: 'media.upload', timeoutMs, body, contentLength: end - start + 1 }
  return put(call, sending, `bytes ${start}-${end}/${total}`)
}

async function put(
  call: Call,
  request: Omit<NetworkRequest, 'method' | 'headers'>,
  contentRange: string,
): Promise<Progress> {
  const { contentType } = call.input.video.source
  const headers = { ...bearer(call), 'content-type': contentType, 'content-range': contentRange }
  return progressOf(
    await withQuota(call, 'youtube.uploads', () =>
      callNetwork(call, uploadDialect, { ...request, method: 'PUT', headers }),
    ),
  )
}

function progressOf(response: OutboundResponse): Progress {
  if (response.status === 308) return { kind: 'stored', bytes: storedBytes(response.headers.get('range')) }
  if (response.status === 404 || response.status === 410) return { kind: 'gone' }
  const videoId = textOf(bodyOf(response)['id'])
  if (videoId !== null) return { kind: 'finished', videoId }
  throw new ProviderError('provider_error', 'YouTube accepted the video without returning its id.', 'indeterminate')
}

/** Returns the number of stored bytes from `Range`: `bytes=0-262143` is 262144. Without the header it is 0. */
function storedBytes(range: string | null): number {
  const [, end] = /^bytes=0-(\d+)$/.exec(range ?? '') ?? []
  return end === undefined ? 0 : Number(end) + 1
}
