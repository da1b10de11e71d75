import { requirePublishing } from '../meta/authority.ts'
import type { GraphCall } from '../meta/graph/call.ts'
import { GraphError, invalidParameter } from '../meta/graph/graph-error.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import type { Page } from '../meta/state/people.ts'
import type { Video } from '../meta/state/posts.ts'
import { finishVideo, openVideo } from './video-file.ts'

const CHUNK_BYTES = 1024 * 1024
const MAX_TITLE = 255
const METADATA = ['title', 'description', 'published']

function badUpload(code: 6000 | 6001): GraphError {
  return new GraphError(
    `(#${code}) There was a problem uploading your video file. Please try again with another file.`,
    { code },
  )
}

/**
 * Returns the offsets in bytes, as strings, at which the next chunk begins and ends; equal if all bytes have arrived.
 */
function offsets(video: Video): { start_offset: string; end_offset: string } {
  const end = Math.min(video.received + CHUNK_BYTES, video.fileSize ?? 0)
  return { start_offset: String(video.received), end_offset: String(end) }
}

function metadata({ parameters }: GraphCall): Pick<Video, 'title' | 'description'> {
  const title = parameters.text('title') ?? null
  if (title !== null && [...title].length > MAX_TITLE)
    throw invalidParameter(`Param title must be at most ${MAX_TITLE} characters`)
  if (parameters.flag('published') === false) throw invalidParameter('The sandbox has no unpublished videos')
  return { title, description: parameters.text('description') ?? null }
}

function start(page: Page, { parameters, state }: GraphCall): unknown {
  allowOnly(parameters, ['upload_phase', 'file_size'])
  const fileSize = parameters.whole('file_size')
  if (fileSize === undefined || fileSize === 0) throw invalidParameter('The parameter file_size is required')
  const video = openVideo(state, { pageId: page.id, kind: 'video', fileSize, sessionId: state.nextId('87', 15) })
  return { video_id: video.id, upload_session_id: video.sessionId, ...offsets(video) }
}

function sessionOf(page: Page, { parameters, state }: GraphCall): Video {
  const session = parameters.required('upload_session_id')
  const video = [...state.videos.values()].find(({ sessionId, pageId }) => sessionId === session && pageId === page.id)
  if (video === undefined) throw invalidParameter('Invalid upload_session_id')
  return video
}

function transfer(page: Page, call: GraphCall): unknown {
  const { parameters } = call
  allowOnly(parameters, ['upload_phase', 'upload_session_id', 'start_offset'])
  const video = sessionOf(page, call)
  const [chunk] = parameters.files
  if (chunk === undefined || chunk.field !== 'video_file_chunk' || parameters.files.length > 1) {
    throw invalidParameter('The parameter video_file_chunk is required as a file')
  }
  if (parameters.whole('start_offset') !== video.received) {
    throw new GraphError('There was a problem uploading your video file. Please try again.', {
      code: 6001,
      subcode: 1363037,
      transient: true,
      extra: { error_data: offsets(video) },
    })
  }
  if (video.finishedAt !== null || video.received + chunk.bytes.length > (video.fileSize ?? 0)) throw badUpload(6001)
  video.chunks.push(chunk.bytes)
  video.received += chunk.bytes.length
  return offsets(video)
}

async function finish(page: Page, call: GraphCall): Promise<unknown> {
  allowOnly(call.parameters, ['upload_phase', 'upload_session_id', ...METADATA])
  const video = sessionOf(page, call)
  if (video.finishedAt !== null) return { success: true }
  if (video.received < (video.fileSize ?? 0)) throw badUpload(6000)
  Object.assign(video, metadata(call))
  await finishVideo(video, call)
  return { success: true }
}

const PHASES: Record<string, (page: Page, call: GraphCall) => unknown> = { start, transfer, finish }

async function bytesOf({ parameters, context, state }: GraphCall): Promise<Buffer> {
  const [file] = parameters.files
  const [url, handle] = [parameters.text('file_url'), parameters.text('fbuploader_video_file_chunk')]
  if ([file, url, handle].filter((source) => source !== undefined).length > 1) {
    throw invalidParameter('Only one of source, file_url and fbuploader_video_file_chunk can be given')
  }
  if (file?.field === 'source') return file.bytes
  if (url !== undefined) {
    const pulled = await context.pull(url).catch(() => undefined)
    if (pulled === undefined) throw new GraphError('(#389) Unable to fetch video file from URL.', { code: 389 })
    return pulled.bytes
  }
  const upload = [...state.appUploads.values()].find((one) => one.handle === handle && one.received === one.fileLength)
  if (upload === undefined) throw new GraphError('(#6000) No video file was given', { code: 6000 })
  return Buffer.concat(upload.chunks)
}

async function uploadWhole(page: Page, call: GraphCall): Promise<unknown> {
  allowOnly(call.parameters, ['file_url', 'fbuploader_video_file_chunk', ...METADATA])
  const details = metadata(call)
  const bytes = await bytesOf(call)
  if (bytes.length === 0) throw new GraphError('(#382) The video file is too small', { code: 382 })
  const video = openVideo(call.state, { pageId: page.id, kind: 'video', fileSize: bytes.length, ...details })
  Object.assign(video, { chunks: [bytes], received: bytes.length })
  await finishVideo(video, call)
  return { id: video.id }
}

/**
 * Handles `POST /{page}/videos`: uploads a video and returns its `id`; after processing, the video is published. With
 * `upload_phase`, the file is uploaded in chunks: `start` returns `video_id`, `upload_session_id` and the offsets of
 * the first chunk; `transfer` returns those of the next chunk; `finish` starts the processing and returns `{success:
 * true}`, also if repeated.
 * @throws GraphError if a permission is missing, a parameter is invalid, or the bytes cannot be fetched or are
 *   incomplete
 * @see https://developers.facebook.com/docs/graph-api/reference/page/videos (read 2026-11-20)
 */
export function publishVideo(page: Page, call: GraphCall): unknown {
  requirePublishing(call, page)
  const named = call.parameters.text('upload_phase')?.toLowerCase()
  if (named === undefined) return uploadWhole(page, call)
  const phase = Object.hasOwn(PHASES, named) ? PHASES[named] : undefined
  if (phase === undefined) throw invalidParameter('Param upload_phase must be one of {start, transfer, finish}')
  return phase(page, call)
}
