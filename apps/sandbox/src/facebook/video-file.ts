import type { GraphCall } from '../meta/graph/call.ts'
import { GraphError } from '../meta/graph/graph-error.ts'
import type { Video, VideoFailure } from '../meta/state/posts.ts'
import type { State } from '../meta/state/state.ts'
import { readFrameRate, readVideoSize } from '../video-size.ts'
import { addPost, nextPostNumber } from './add-post.ts'

type Container = 'mp4' | 'quicktime' | 'webm'

function containerOf(bytes: Buffer): Container | undefined {
  if (bytes.subarray(0, 4).toString('hex') === '1a45dfa3') return 'webm'
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined
  return bytes.toString('latin1', 8, 12) === 'qt  ' ? 'quicktime' : 'mp4'
}

/** The size in pixels, duration and frames per second of a video; `rate` is null if the file does not state it. */
interface ReelFile {
  width: number
  height: number
  seconds: number
  rate: number | null
}

/**
 * The rules for the file of a reel: a function that returns whether a video complies, the error code and the message.
 * @see https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20)
 */
const REEL_RULES: [(video: ReelFile) => boolean, number, string][] = [
  [({ seconds }) => seconds >= 3 && seconds <= 90, 1363128, 'The video has to be between 3 and 90 seconds long.'],
  [({ width, height }) => Math.abs(width / height - 9 / 16) < 0.01, 1363040, 'The aspect ratio has to be 9 by 16.'],
  [
    ({ width, height }) => width >= 540 && height >= 960,
    1363127,
    'The resolution has to be at least 540 by 960 pixels.',
  ],
  // Rates such as 23.976 and 59.94 are rounded, so the border is not sharp.
  [
    ({ rate }) => rate === null || (rate > 23.9 && rate < 60.1),
    1363129,
    'The frame rate has to be between 24 and 60 frames per second.',
  ],
]

function failureOf(kind: Video['kind'], bytes: Buffer): VideoFailure | null {
  const phase = 'processing'
  const container = containerOf(bytes)
  if (container === undefined || (kind === 'reel' && container === 'webm')) {
    return { phase, code: 352, message: 'The video file you selected is in a format that we don’t support.' }
  }
  const videoFile = readVideoSize(bytes)
  if (videoFile === undefined) {
    if (container === 'webm') return null
    return {
      phase,
      code: 6001,
      message: 'There was a problem with your video file. Please try again with another file.',
    }
  }
  const reelFile = { ...videoFile, rate: readFrameRate(bytes) }
  const broken = kind === 'reel' ? REEL_RULES.find(([holds]) => !holds(reelFile)) : undefined
  return broken === undefined ? null : { phase, code: broken[1], message: broken[2] }
}

/** Stores a new video whose bytes are uploaded later. `id` and `postNumber` of `video` are ignored. */
export function openVideo(state: State, video: Pick<Video, 'pageId' | 'kind'> & Partial<Video>): Video {
  const opened: Video = {
    createdAt: state.now(),
    title: null,
    description: null,
    fileSize: null,
    chunks: [],
    received: 0,
    sessionId: null,
    finishedAt: null,
    failure: null,
    draft: false,
    stuck: false,
    media: null,
    postId: null,
    ...video,
    id: state.nextId('98', 15),
    postNumber: nextPostNumber(state),
  }
  state.videos.set(opened.id, opened)
  return opened
}

/**
 * Starts the processing of a video whose bytes have all arrived. The outcome is determined at once; calls see it when
 * the time that processing takes has passed.
 * @throws GraphError with code 382 if the video has no bytes
 */
export async function finishVideo(
  video: Video,
  { state, context }: Pick<GraphCall, 'state' | 'context'>,
): Promise<void> {
  const bytes = Buffer.concat(video.chunks)
  if (bytes.length === 0) throw new GraphError('(#382) The video file is too small', { code: 382 })
  const type = containerOf(bytes)
  video.failure = failureOf(video.kind, bytes)
  video.draft ||= state.portal.verticalDrafts && staysDraft(video, bytes)
  video.stuck = state.portal.stuckCopyrightCheck
  video.media = await context.keep(bytes, type === undefined ? 'application/octet-stream' : `video/${type}`)
  video.chunks = []
  video.finishedAt = state.now()
}

/**
 * Returns whether a video becomes a draft, as Facebook turns a vertical video into a reel that a user has to share: a
 * video, not a reel, that is higher than wide.
 */
function staysDraft({ kind }: Video, bytes: Buffer): boolean {
  const size = readVideoSize(bytes)
  return kind === 'video' && size !== undefined && size.width < size.height
}

export type Stage =
  | 'uploading'
  | 'uploaded'
  | 'processing'
  | 'publishing'
  | 'published'
  | 'failed'
  | 'drafted'
  | 'stuck'

/**
 * Returns the stage of a video at `now` (ms since the epoch): `uploading` until all bytes have arrived, `uploaded`
 * until `finishVideo` was called, `processing` for `videoMs`, `publishing` for another `videoMs`, then `published`.
 * After `processing`, a video with an invalid file is `failed`, and a draft `drafted`. A video whose `stuck` is set is
 * `stuck` instead of all these stages after `uploaded`.
 * @param videoMs the time in ms that processing takes, and that publishing takes after it
 */
export function stageOf(video: Video, now: number, videoMs: number): Stage {
  if (video.finishedAt === null) return video.received === video.fileSize ? 'uploaded' : 'uploading'
  const age = now - video.finishedAt
  if (video.stuck) return 'stuck'
  if (age < videoMs) return 'processing'
  if (video.failure !== null) return 'failed'
  if (video.draft) return 'drafted'
  return age < 2 * videoMs ? 'publishing' : 'published'
}

/**
 * Publishes the videos whose processing and publishing have ended. Has to be called before posts are read.
 * @param videoMs the time in ms that processing takes, and that publishing takes after it
 */
export function settleVideos(state: State, videoMs: number): void {
  for (const video of state.videos.values()) {
    if (video.postId !== null || video.media === null || stageOf(video, state.now(), videoMs) !== 'published') continue
    const post = addPost(state, {
      pageId: video.pageId,
      kind: video.kind,
      text: video.description ?? '',
      title: video.title,
      description: video.description,
      media: [video.media],
      objectIds: [video.id],
      createdAt: (video.finishedAt ?? state.now()) + 2 * videoMs,
      inFeed: video.kind === 'video',
      number: video.postNumber,
    })
    video.postId = post.id
  }
}
