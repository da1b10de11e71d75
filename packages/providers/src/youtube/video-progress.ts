import type { ErrorCode } from '@carillon/errors'
import type { Expectation } from '../drift.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, objectOf } from '../json.ts'
import type { Published, Step } from '../ports/publish.ts'
import { apiPath, callApi } from './client.ts'
import type { YouTubePublishCall } from './credentials.ts'
import type { PublishState } from './publish-state.ts'
import { itemsOf } from './resource.ts'

/** The number of consecutive reads without the uploaded video after which it counts as deleted. */
const maxMissing = 10

/**
 * Returns the seconds to wait before the poll with this number, counted from 1: 10 at first, then 1.5 times as long
 * each time, up to 60; 300 after the 60th poll, to save quota.
 */
export function secondsBeforePoll(polls: number): number {
  return polls > 60 ? 300 : Math.min(60, Math.round(10 * 1.5 ** Math.max(0, polls - 1)))
}

const failures: Readonly<Record<string, string>> = {
  conversion: 'it could not be converted',
  invalidFile: 'it could not read the file as a video',
  emptyFile: 'the file is empty',
  tooSmall: 'the file is too small',
  codec: 'its codec is not supported',
  uploadAborted: 'the upload was not finished',
}

const rejections: Readonly<Record<string, string>> = {
  copyright: 'it infringes a copyright',
  inappropriate: 'its content is inappropriate',
  duplicate: 'the channel has this video already',
  termsOfUse: 'it violates the terms of use',
  uploaderAccountSuspended: 'the account is suspended',
  length: 'it is too long for the channel',
  claim: 'an owner of its content blocked it',
  uploaderAccountClosed: 'the account is closed',
  trademark: 'it infringes a trademark',
  legal: 'for a legal reason',
}

function explain(reasons: Readonly<Record<string, string>>, reason: unknown): string {
  const words = typeof reason === 'string' && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  return words === undefined ? '.' : `: ${words} (${String(reason)}).`
}

/** Creates the error for a video that YouTube has and will not publish. Other errors do not say what became of it. */
function decided(code: ErrorCode, message: string): ProviderError {
  return new ProviderError(code, message, 'rejected', { final: true })
}

/**
 * Returns whether the video is processed.
 * @throws ProviderError `provider_rejected` if YouTube rejected or deleted it, `invalid_video` if it failed to process
 *   it
 */
function isReady(video: Fields): boolean {
  const { uploadStatus, failureReason, rejectionReason } = objectOf(video['status'])
  const { processingStatus } = objectOf(video['processingDetails'])
  if (uploadStatus === 'rejected') {
    throw decided('provider_rejected', `YouTube rejected the video${explain(rejections, rejectionReason)}`)
  }
  if (uploadStatus === 'deleted') throw deleted()
  if (uploadStatus === 'failed' || processingStatus === 'failed') {
    throw decided('invalid_video', `YouTube could not use the video${explain(failures, failureReason)}`)
  }
  return uploadStatus === 'processed' || processingStatus === 'succeeded'
}

function deleted(): ProviderError {
  return decided('provider_rejected', 'YouTube no longer has the video. It may have been deleted.')
}

/**
 * Returns the warning of a video that YouTube locked to private, as it does for API projects without an audit, although
 * it accepts any privacy setting; `{}` if the video is not locked.
 * @see https://developers.google.com/youtube/v3/docs/videos/insert (read 2026-11-20)
 */
function lockedToPrivate({ input }: YouTubePublishCall, video: Fields): Pick<Published, 'warning'> {
  const { privacy_status: wanted, publish_at: later } = input
  const { privacyStatus, publishAt } = objectOf(video['status'])
  const isLocked = privacyStatus === 'private' && (later === undefined ? wanted !== 'private' : publishAt === undefined)
  if (!isLocked) return {}
  const instead = later === undefined ? `not ${wanted} as requested` : `without the publish_at ${later}`
  const message = `YouTube keeps the video private, ${instead}. It does so with every upload of a Google Cloud project that has not passed the YouTube API audit.`
  return { warning: { code: 'invalid_post_settings', message } }
}

const documented: Expectation = {
  'items?[].status.uploadStatus': ['uploaded', 'processed', 'failed', 'rejected', 'deleted'],
  'items?[].status.privacyStatus': ['private', 'public', 'unlisted'],
  'items?[].status.failureReason?': Object.keys(failures),
  'items?[].status.rejectionReason?': Object.keys(rejections),
  'items?[].processingDetails?.processingStatus': ['processing', 'succeeded', 'failed', 'terminated'],
}

/**
 * Reads the status of an uploaded video and returns the next step: to wait for the next poll or, once YouTube has
 * processed the video, the result. The first call (`polls` is 0) only returns the wait.
 * @throws ProviderError `provider_rejected` if YouTube rejected or deleted the video or did not return it ten times in
 *   a row, `invalid_video` if YouTube failed to process it, both final; the error of the read if that fails
 * @see https://developers.google.com/youtube/v3/docs/videos/list (read 2026-11-20)
 */
export async function followVideo(
  call: YouTubePublishCall,
  state: PublishState & { videoId: string },
): Promise<Step<PublishState>> {
  const { videoId, polls } = state
  const again = (missing: number): Step<PublishState> => ({
    kind: 'wait',
    state: { ...state, polls: polls + 1, missing },
    seconds: secondsBeforePoll(polls + 1),
    accepted: true,
  })
  // The state records that YouTube has the video before anything else is read, so that an exhausted quota does not undo
  // it.
  if (polls === 0) return again(0)
  const response = await callApi(call, {
    method: 'GET',
    path: `${apiPath}/videos`,
    query: { part: 'status,processingDetails', id: videoId },
    operation: 'videos.list',
    retry: 'read',
    expects: documented,
  })
  const [video] = itemsOf(response)
  if (video === undefined) {
    if (state.missing + 1 >= maxMissing) throw deleted()
    return again(state.missing + 1)
  }
  if (!isReady(video)) return again(0)
  const result = { postIds: [videoId], permalink: permalinkOf(videoId), ...lockedToPrivate(call, video) }
  return { kind: 'done', result }
}

/** Returns the public URL of a video. */
export function permalinkOf(videoId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
}
