import { ProviderError } from '../error-rules.ts'
import type { MediaSource } from '../media-source.ts'
import type { Step, Verdict } from '../ports/publish.ts'
import { type FacebookPublishCall, requirePage } from './credentials.ts'
import { absoluteUrl } from './permalink.ts'
import type { PublishState, VideoState } from './publish-state.ts'
import { finishReel, openReel, uploadReel } from './reel.ts'
import { finishVideo, openVideo, transferVideo } from './video.ts'
import { readVideoStatus } from './video-status.ts'

type Call = FacebookPublishCall

/** The calls for one kind of video. Reels and other videos are published in the same steps with different calls. */
interface VideoKind {
  open(call: Call, source: MediaSource): Promise<VideoState>
  upload(call: Call, video: VideoState, source: MediaSource): Promise<VideoState>
  /** Makes the call that publishes the video; returns the `success` field of the response. */
  finish(call: Call, video: VideoState): Promise<unknown>
}

interface Video {
  kind: VideoKind
  source: MediaSource
}

const reelKind: VideoKind = { open: openReel, upload: uploadReel, finish: finishReel }
const videoKind: VideoKind = { open: openVideo, upload: transferVideo, finish: finishVideo }

/** Returns the video of a post with the calls for its kind, a reel or another video; undefined for a post of photos. */
export function videoOf({ input: post }: Call): Video | undefined {
  if (post.reel) return { kind: reelKind, source: post.reel.source }
  return post.video && { kind: videoKind, source: post.video.source }
}

/** The number of consecutive uploads without progress after which the video counts as rejected. */
const maxStalls = 5
const stallSeconds = 2

/** Seconds between status reads of a video in processing; the last value repeats. */
const pollSeconds = [2, 3, 5, 8, 13, 20, 30]
/** The number of status reads after which a published video without a post id is reported under its own id. */
const maxNameless = 5
/**
 * The number of status reads after which a publish fails if the video stays a draft or its processing does not begin:
 * about ten minutes.
 */
const maxUnmoved = 24

function pollPause({ polls }: VideoState): number {
  return pollSeconds[Math.min(polls, pollSeconds.length - 1)] ?? 30
}

async function uploadOn(call: Call, video: VideoState, { kind, source }: Video): Promise<Step<PublishState>> {
  const moved = await kind.upload(call, video, source)
  const state = { photoIds: [], postId: null, video: moved }
  if (moved.stalls === 0) return { kind: 'next', state }
  if (moved.stalls < maxStalls) return { kind: 'wait', state, seconds: stallSeconds, accepted: false }
  throw new ProviderError('provider_error', 'Facebook rejected the upload.', 'rejected')
}

/**
 * Reads whether the video is published. Returns the step that ends the publish with the post, or the step that waits
 * for the next read.
 * @throws ProviderError the failure of the video, which Facebook reports only in its status
 */
async function look(call: Call, video: VideoState): Promise<Step<PublishState>> {
  const { pageId } = requirePage(call)
  const { videoId } = video
  const status = await readVideoStatus(call, { videoId, pageId })
  if (status.failure) throw status.failure
  const named = status.postId !== null || video.polls >= maxNameless
  if (status.published && named) {
    const permalink = absoluteUrl(call.app, status.permalink)
    return { kind: 'done', result: { postIds: [status.postId ?? videoId], permalink } }
  }
  if (status.draft && video.polls >= maxUnmoved) throw leftAsDraft()
  if (status.stuck && video.polls >= maxUnmoved) throw copyrightCheckFailed()
  const state = { photoIds: [], postId: null, video: { ...video, polls: video.polls + 1 } }
  return { kind: 'wait', state, seconds: pollPause(video), accepted: true }
}

/**
 * Creates the error for a video that Facebook processed but left as a draft. This has been observed with vertical
 * videos and is not documented.
 */
function leftAsDraft(): ProviderError {
  const message =
    'Facebook processed the video and left it unpublished, as a draft. Publish it on the Page, or send vertical videos as `reel`.'
  return new ProviderError('provider_rejected', message, 'rejected', { final: true })
}

/**
 * Creates the error for a video that Facebook does not process, because its check of copyrights failed.
 * @see https://github.com/fbsamples/reels_publishing_apis/issues/47 (read 2026-11-22)
 */
function copyrightCheckFailed(): ProviderError {
  const message =
    'Facebook did not begin to process the video: its check of copyrights failed. Check the audio and publish it again.'
  return new ProviderError('provider_rejected', message, 'rejected', { final: true })
}

/**
 * Makes the next repeatable step of publishing a video: creates the upload, sends bytes, requests the commit `finish`
 * once all bytes are sent, or reads the status after that call.
 * @throws ProviderError if Facebook rejects a call, if five consecutive uploads make no progress, if Facebook could not
 *   process or publish the video, or if after about ten minutes the video is still a draft or its check of copyrights
 *   still failed
 */
export async function advanceVideo(call: Call, state: PublishState, posted: Video): Promise<Step<PublishState>> {
  const { video } = state
  if (!video) return { kind: 'next', state: { ...state, video: await posted.kind.open(call, posted.source) } }
  switch (video.phase) {
    case 'upload':
      return uploadOn(call, video, posted)
    case 'ready':
      return { kind: 'commit', step: 'finish' }
    case 'accepted':
      // The state records that Facebook accepted the video, before its status is read.
      return {
        kind: 'wait',
        state: { ...state, video: { ...video, phase: 'processing' } },
        seconds: pollPause(video),
        accepted: true,
      }
    case 'processing':
      return look(call, video)
  }
}

/**
 * Makes the call `finish`, which publishes the video, and returns the state with the phase `accepted`.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the response does not confirm it;
 *   otherwise the rejection of Facebook
 */
export async function commitVideo(call: Call, state: PublishState, { kind }: Video): Promise<PublishState> {
  const video = requireVideo(state)
  const success = await kind.finish(call, video)
  if (success === true) return { ...state, video: { ...video, phase: 'accepted' } }
  throw new ProviderError('provider_error', 'The platform returned a response that cannot be read.', 'indeterminate')
}

function requireVideo({ video }: PublishState): VideoState {
  if (video) return video
  throw new Error('a video is finished that was never begun')
}

/**
 * Determines the outcome of publishing a video whose latest states may be missing in the database, after a failover or
 * in a restored backup: `done` if Facebook has accepted the call `finish`, otherwise `absent`. Returns `undecidable` if
 * the id of the video is missing, since Facebook lists a video only after processing it.
 * @throws ProviderError if the status of the video cannot be read
 */
export async function recoverVideo(call: Call, state: PublishState): Promise<Verdict<PublishState>> {
  const { video } = state
  if (video === null) return { kind: 'undecidable', reason: 'the id of the uploaded video is not known.' }
  const isFinished = video.phase === 'accepted' || video.phase === 'processing'
  return isFinished ? { kind: 'done', state } : reconcileVideo(call, state)
}

/**
 * Reads the status of the video, whose id is known from the start, after a `finish` call whose response was lost.
 * Returns `done` if Facebook has accepted the call, even if it failed to process the video afterwards, otherwise
 * `absent`. Only the status of the phases shows this: `video_status` is `processing` as soon as a reel is uploaded.
 * Unverified: that this also applies to other videos, and that Facebook accepts a second `finish`.
 * @throws ProviderError if the status cannot be read, for example because Facebook does not know the video
 * @see https://github.com/fbsamples/reels_publishing_apis/issues/47 (read 2026-11-22)
 */
export async function reconcileVideo(call: Call, state: PublishState): Promise<Verdict<PublishState>> {
  const video = requireVideo(state)
  const { pageId } = requirePage(call)
  const status = await readVideoStatus(call, { videoId: video.videoId, pageId })
  const moved =
    ['in_progress', 'complete', 'error'].includes(status.processing) ||
    ['in_progress', 'complete', 'error'].includes(status.publishing) ||
    status.published
  return moved ? { kind: 'done', state: { ...state, video: { ...video, phase: 'accepted' } } } : { kind: 'absent' }
}
