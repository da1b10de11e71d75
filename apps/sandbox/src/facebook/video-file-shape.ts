import type { GraphCall } from '../meta/graph/call.ts'
import type { Shape } from '../meta/graph/fields.ts'
import { graphTime } from '../meta/graph/graph-time.ts'
import type { Video } from '../meta/state/posts.ts'
import { countComments, summary } from './post-shape.ts'
import { fromPage } from './shapes.ts'
import { type Stage, stageOf } from './video-file.ts'

type Phase = 'not_started' | 'in_progress' | 'done' | 'error'

/** The statuses of the phases of a video, keyed by its stage. */
const PHASES: Record<Stage, { video: string; uploading: Phase; processing: Phase; publishing: Phase }> = {
  uploading: { video: 'uploading', uploading: 'in_progress', processing: 'not_started', publishing: 'not_started' },
  uploaded: { video: 'processing', uploading: 'done', processing: 'not_started', publishing: 'not_started' },
  processing: { video: 'processing', uploading: 'done', processing: 'in_progress', publishing: 'not_started' },
  publishing: { video: 'ready', uploading: 'done', processing: 'done', publishing: 'in_progress' },
  published: { video: 'ready', uploading: 'done', processing: 'done', publishing: 'done' },
  drafted: { video: 'ready', uploading: 'done', processing: 'done', publishing: 'not_started' },
  stuck: { video: 'processing', uploading: 'done', processing: 'not_started', publishing: 'not_started' },
  failed: { video: 'error', uploading: 'done', processing: 'error', publishing: 'not_started' },
}

/**
 * The spellings of statuses and fields: reels have those of Meta's guide, videos those of its machine-readable
 * reference. `uploaded` is the value of `video_status` from the arrival of all bytes until processing is started.
 * @see https://github.com/fbsamples/reels_publishing_apis/issues/47 (read 2026-11-22)
 */
const SPELLINGS = {
  reel: { done: 'complete', bytes: 'bytes_transfered', uploaded: 'processing' },
  video: { done: 'completed', bytes: 'bytes_transferred', uploaded: 'upload_complete' },
} as const

function errorOf({ failure, kind }: Video): Record<string, unknown> {
  if (failure === null) return {}
  const { code, message } = failure
  return kind === 'reel' ? { error: { code, message } } : { errors: [{ code, message }] }
}

function statusOf(video: Video, { state, settings }: GraphCall): unknown {
  const reached = stageOf(video, state.now(), settings.videoMs)
  // Its time may have come since the posts of this call were made.
  const stage = reached === 'published' && video.postId === null ? 'publishing' : reached
  const { video: videoStatus, ...phases } = PHASES[stage]
  const spelling = SPELLINGS[video.kind]
  const say = (phase: Phase) => (phase === 'done' ? spelling.done : phase)
  const published = stage === 'published'
  return {
    video_status: stage === 'uploaded' ? spelling.uploaded : videoStatus,
    uploading_phase: { status: say(phases.uploading), [spelling.bytes]: video.received },
    processing_phase: { status: say(phases.processing), ...(stage === 'failed' && errorOf(video)) },
    ...(video.finishedAt !== null && { copyright_check_status: { status: video.stuck ? 'error' : 'complete' } }),
    publishing_phase: {
      status: say(phases.publishing),
      publish_status: video.draft ? 'draft' : 'published',
      ...(published && { publish_time: graphTime((video.finishedAt ?? 0) + 2 * settings.videoMs) }),
    },
  }
}

/**
 * The fields of a video in Graph API responses.
 * @see https://developers.facebook.com/docs/graph-api/reference/video (read 2026-11-20)
 */
export const videoShape: Shape<Video, GraphCall> = {
  type: 'Video',
  defaults: ['description', 'updated_time', 'id'],
  fields: {
    id: ({ id }) => id,
    title: ({ title }) => title,
    description: ({ description }) => description,
    created_time: ({ createdAt }) => graphTime(createdAt),
    updated_time: ({ createdAt, finishedAt }) => graphTime(finishedAt ?? createdAt),
    // Unlike a post's, a video's permalink is relative.
    permalink_url: ({ id }) => `/reel/${id}/`,
    post_id: ({ postId }) => postId,
    published: ({ postId }) => postId !== null,
    source: ({ media }) => media?.url,
    status: (video, _selection, call) => statusOf(video, call),
    from: ({ pageId }, selection, call) => fromPage(call.state.pages.get(pageId), selection, call),
    views: () => 0,
    comments: ({ postId }, selection, call) =>
      summary(selection, postId === null ? 0 : countComments(postId, selection, call)),
    likes: ({ postId }, selection, call) =>
      summary(selection, call.state.pagePosts.get(postId ?? '')?.likedBy.length ?? 0),
  },
  unset: ['length', 'picture', 'format', 'privacy', 'place', 'scheduled_publish_time', 'thumbnails', 'embed_html'],
}
