import type { Expectation } from '../drift.ts'
import { ProviderError, type Rejection, translate } from '../error-rules.ts'
import { countOf, type Fields, idOf, listOf, objectOf, textOf } from '../json.ts'
import { callPage } from './client.ts'
import type { FacebookPublishCall } from './credentials.ts'
import { contentRules, readDialect } from './errors.ts'

const phases = ['uploading', 'processing', 'publishing'] as const
type Phase = (typeof phases)[number]

/** The progress of a phase; `none` if it is not reported. */
type Progress = 'none' | 'not_started' | 'in_progress' | 'complete' | 'error'

/**
 * The progress of a phase, keyed by Facebook's name. Facebook's guide and its reference spell the final one
 * differently.
 */
const progressOf: Record<string, Progress> = {
  not_started: 'not_started',
  in_progress: 'in_progress',
  complete: 'complete',
  completed: 'complete',
  error: 'error',
}

interface VideoStatus extends Record<Phase, Progress> {
  /** Facebook's status of the video as a whole (`video_status`), such as `ready`; empty if it is not reported. */
  video: string
  /** Bytes received so far. */
  received: number
  published: boolean
  /** True if the video is processed and waits to be published by a user. */
  draft: boolean
  /**
   * True when the copyright check failed and processing has not begun. Such videos have been observed to stay in that
   * state.
   */
  stuck: boolean
  /** The error of a video that failed, which is final; otherwise null. */
  failure: ProviderError | null
  /** The network's id of the post that shows the video; null while Facebook does not report it. */
  postId: string | null
  /** As Facebook returns it, often a path without a host: `absoluteUrl` completes it. */
  permalink: string | null
}

function phaseOf(status: Fields, phase: Phase): Fields {
  return objectOf(status[`${phase}_phase`])
}

function progressIn(status: Fields, phase: Phase): Progress | undefined {
  const word = String(phaseOf(status, phase)['status'])
  return Object.hasOwn(progressOf, word) ? progressOf[word] : undefined
}

/** Returns the errors of a phase. Guide and reference name the field differently, and the code may be missing. */
function errorsOf(phase: Fields): Fields[] {
  const { error, errors } = phase
  return error === undefined ? listOf(errors) : [objectOf(error)]
}

const ended = ['error', 'upload_failed', 'expired']

function failureOf(status: Fields, video: string): ProviderError | null {
  const failed = phases.filter((phase) => progressIn(status, phase) === 'error')
  if (failed.length === 0 && !ended.includes(video)) return null
  const [first] = phases.flatMap((phase) => errorsOf(phaseOf(status, phase)))
  const code = countOf(first?.['code']) ?? undefined
  const explanation = textOf(first?.['message'])
  const rejection: Rejection = { status: 400, fields: { code }, ...(explanation !== null && { explanation }) }
  const { code: translated, message } = translate(contentRules, rejection)
  const decided = { cause: rejection, final: true }
  if (translated !== 'provider_error') return new ProviderError(translated, message, 'rejected', decided)
  // For undocumented reasons, the phase in which the failure occurred decides.
  return failed.includes('publishing') || video === 'expired'
    ? new ProviderError('provider_rejected', 'Facebook did not publish the video.', 'rejected', decided)
    : new ProviderError('invalid_video', 'Facebook could not process the video.', 'rejected', decided)
}

function isOut(body: Fields, { video, publishing }: Pick<VideoStatus, 'video' | 'publishing'>): boolean {
  const { publish_status: how = 'published' } = phaseOf(objectOf(body['status']), 'publishing')
  return (publishing === 'complete' && how === 'published') || (video === 'ready' && body['published'] === true)
}

const begun: readonly Progress[] = ['in_progress', 'complete', 'error']

/** Builds the status from the fields of a video. */
function videoStatus(body: Fields, pageId: string): VideoStatus {
  const status = objectOf(body['status'])
  const video = textOf(status['video_status']) ?? ''
  const [uploading = 'none', processing = 'none', publishing = 'none'] = phases.map((phase) =>
    progressIn(status, phase),
  )
  const { bytes_transferred, bytes_transfered } = phaseOf(status, 'uploading')
  const postId = idOf(body['post_id'])
  return {
    video,
    uploading,
    processing,
    publishing,
    received: countOf(bytes_transferred) ?? countOf(bytes_transfered) ?? 0,
    published: isOut(body, { video, publishing }),
    draft: video === 'ready' && body['published'] === false && ['none', 'not_started'].includes(publishing),
    stuck: objectOf(status['copyright_check_status'])['status'] === 'error' && !begun.includes(processing),
    failure: failureOf(status, video),
    postId: postId === null || postId.includes('_') ? postId : `${pageId}_${postId}`,
    permalink: textOf(body['permalink_url']),
  }
}

const documented: Expectation = {
  'status.video_status': ['ready', 'processing', 'uploading', 'upload_complete', ...ended],
  ...Object.fromEntries(phases.map((phase) => [`status.${phase}_phase?.status`, Object.keys(progressOf)])),
  'published?': 'boolean',
  'post_id?': 'id',
  'permalink_url?': 'text',
}

/**
 * Reads the progress of an uploaded video from Facebook: the phases uploading, processing and publishing, and the
 * failure, if any. `pageId` completes the id of the post that shows the video, which Facebook may return without the
 * Page's id.
 * @throws ProviderError if Facebook rejects the call, for example because it does not know the video
 * @see https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20)
 */
export async function readVideoStatus(
  call: FacebookPublishCall,
  { videoId, pageId }: { videoId: string; pageId: string },
): Promise<VideoStatus> {
  const body = await callPage(call, {
    dialect: readDialect,
    method: 'GET',
    path: `/${videoId}`,
    operation: 'media.status',
    query: { fields: 'status,permalink_url,post_id,published' },
    expects: documented,
  })
  return videoStatus(body, pageId)
}
