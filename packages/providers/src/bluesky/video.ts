import type { ErrorCode } from '@carillon/errors'
import { findOutboundError } from '@carillon/outbound'
import { endsCall, type Outcome, ProviderError, safeExplanation } from '../error-rules.ts'
import type { MediaSource } from '../media-source.ts'
import type { Step } from '../ports/publish.ts'
import { uploadBlob } from './blobs.ts'
import { errorNameOf, isUploadError, statusOf, unconfirmedEmail, uploadNotReady, videoRules } from './errors.ts'
import type { State, VideoJob, VideoUpload } from './publish-state.ts'
import type { BlueskyPublishCall, Session } from './session.ts'
import { abortUpload, finishUpload, sendPart, startUpload } from './video-parts.ts'
import { type JobStatus, readJob, readUploadLimits, type UploadLimits, uploadVideo } from './video-service.ts'
import { unexpectedResponse } from './xrpc.ts'

type Call = BlueskyPublishCall

interface Video {
  /** The key of the video in the publish state, from `mediaKey`. */
  key: string
  source: MediaSource
  state: State
}

/** The maximum size in bytes of a video that an account's server accepts without the video service. */
const maxDirectBytes = 50 * 1024 * 1024
/**
 * The maximum size in bytes of a video that is sent to the video service in one call. It was seen to reject larger ones
 * (https://github.com/yamada-sexta/touitomamout-next/issues/110, read 2026-11-20).
 */
const maxSingleBytes = 100_000_000
const directTimeoutMs = 10 * 60_000
const pollSeconds = 2
/** The time in ms after which a job, or an upload that is being assembled, counts as stuck. */
const maxJobMs = 60 * 60_000

/**
 * The statuses and error names of a host that runs no video service, or whose video service does not serve the
 * account's server.
 */
const noService = { statuses: [401, 403, 404, 405, 501], errors: ['InvalidToken', 'BadJwt', 'MethodNotImplemented'] }

/**
 * The errors for a failed processing job, keyed by the `failureCode` of its status.
 * @see https://docs.bsky.app/docs/tutorials/video (read 2026-11-20)
 */
const failures: Record<string, { code: ErrorCode; message: string }> = {
  validation_failure: { code: 'invalid_video', message: 'Bluesky rejected the video as invalid.' },
  encoding_failure: { code: 'invalid_video', message: 'Bluesky could not process the video.' },
  pds_upload_unsupported_blob_size: {
    code: 'invalid_video',
    message: "The processed video is larger than the account's server accepts. Send a shorter or smaller video.",
  },
}

function fail(code: ErrorCode, message: string, cause?: unknown, outcome: Outcome = 'rejected'): never {
  throw new ProviderError(code, message, outcome, { cause })
}

function withBlob({ key, state }: Video, blob: NonNullable<JobStatus['blob']>): Step<State> {
  const { [key]: _done, ...jobs } = state.jobs
  const next = { ...state, ...withoutUpload(key, state), jobs }
  return { kind: 'next', state: { ...next, blobs: { ...state.blobs, [key]: blob } } }
}

function withoutUpload(key: string, { uploads }: State): Pick<State, 'uploads'> {
  if (!uploads) return {}
  const { [key]: _ended, ...others } = uploads
  return { uploads: others }
}

function withUpload({ key, state }: Video, upload: VideoUpload): Step<State> {
  return { kind: 'next', state: { ...state, uploads: { ...state.uploads, [key]: upload } } }
}

/** Returns the step after an upload, which continues with the job that processes the video, or with its blob. */
function uploaded(call: Call, video: Video, status: JobStatus): Step<State> {
  const { key, state } = video
  if (status.blob) return withBlob(video, status.blob)
  if (!status.jobId) throw unexpectedResponse('app.bsky.video.uploadVideo')
  const job: VideoJob = { jobId: status.jobId, since: call.now().getTime() }
  return { kind: 'next', state: { ...state, ...withoutUpload(key, state), jobs: { ...state.jobs, [key]: job } } }
}

/**
 * Checks that the remaining upload limits of the account allow the video. If the limits cannot be read, nothing is
 * checked, and the upload itself decides.
 * @throws ProviderError `upload_limit_exceeded` if the video exceeds them; `provider_rejected` if the account may not
 *   upload videos; `connection_expired` if the server rejected the token
 */
async function requireUnderLimit(call: Call, session: Session, { source }: Video): Promise<void> {
  const limits = await readUploadLimits(call, session).catch((error: unknown): UploadLimits => {
    if (error instanceof ProviderError && error.tokenRejected) throw error
    return {}
  })
  const { canUpload = true, remainingDailyVideos = 1, remainingDailyBytes = Number.POSITIVE_INFINITY, message } = limits
  const spent = remainingDailyVideos < 1 || remainingDailyBytes < source.bytes
  if (spent) fail('upload_limit_exceeded', 'The account may not upload more videos today.', limits)
  if (!canUpload) fail('provider_rejected', safeExplanation(message ?? 'The account may not upload videos.'), limits)
}

/**
 * Returns whether the error of an upload means that the configured host has no video service for this account or cannot
 * be reached.
 */
function isNoService(error: unknown): boolean {
  const name = errorNameOf(error)
  if (!(error instanceof ProviderError) || name === unconfirmedEmail || isUploadError(name)) return false
  const unreached = findOutboundError(error)
  if (unreached) return !unreached.sent && unreached.kind === 'network'
  return noService.statuses.includes(statusOf(error) ?? 0) || noService.errors.includes(name ?? '')
}

/**
 * Uploads the video as a blob to the account's server, without the video service. Bluesky processes the video after the
 * post is published.
 */
async function uploadDirectly(call: Call, session: Session, video: Video): Promise<Step<State>> {
  const { source } = video
  const blob = await uploadBlob(call, session, { source, rules: videoRules, timeoutMs: directTimeoutMs })
  return withBlob(video, blob)
}

async function start(call: Call, session: Session, video: Video): Promise<Step<State>> {
  const { key, source, state } = video
  // The service does not store a video again that it knows, although the server has deleted the file.
  if (state.renewals > 0 && source.bytes <= maxDirectBytes) return uploadDirectly(call, session, video)
  await requireUnderLimit(call, session, video)
  const file = { source, name: `${call.writeId}-${key.replace('.', '-')}` }
  try {
    if (source.bytes > maxSingleBytes) return withUpload(video, await startUpload(call, session, file))
    return uploaded(call, video, await uploadVideo(call, session, file))
  } catch (error) {
    if (!isNoService(error)) throw error
    if (source.bytes > maxDirectBytes) {
      fail('provider_error', 'The video service of the network cannot be reached, or takes no videos so large.', error)
    }
    return uploadDirectly(call, session, video)
  }
}

/**
 * Makes the next step of an upload in parts. If a rejection ends the publish, the upload is given up: an open one
 * counts against the account's daily limits until it expires. After a rate limit it is kept, since a publish may wait
 * that out.
 * @throws ProviderError if the service rejects the call, does not respond, or does not assemble the parts within an
 *   hour
 */
async function continueUpload(call: Call, session: Session, video: Video, upload: VideoUpload): Promise<Step<State>> {
  try {
    return await nextPart(call, session, video, upload)
  } catch (error) {
    if (endsCall(error)) await abortUpload(call, session, upload).catch(() => undefined)
    throw error
  }
}

/** Sends the next part of a video, or has the video service assemble the parts once all are sent. */
async function nextPart(call: Call, session: Session, video: Video, upload: VideoUpload): Promise<Step<State>> {
  const { source, state } = video
  if (upload.sent < upload.parts) return withUpload(video, await sendPart(call, session, { source, upload }))
  try {
    return uploaded(call, video, await finishUpload(call, session, upload))
  } catch (error) {
    // A call whose response was lost may still be at work.
    if (errorNameOf(error) !== uploadNotReady || call.now().getTime() - upload.since > maxJobMs) throw error
    return { kind: 'wait', state, seconds: pollSeconds, accepted: false }
  }
}

/**
 * Reads the job's status and returns the next step. If the status contains a blob, the blob is used even if the job has
 * failed: the service reports a video that was processed before as failed.
 * @throws ProviderError if processing failed or takes more than an hour
 */
async function look(call: Call, video: Video, job: VideoJob): Promise<Step<State>> {
  const status = await readJob(call, job.jobId)
  if (status.blob) return withBlob(video, status.blob)
  if (status.state === 'JOB_STATE_FAILED') {
    const { failureCode = '' } = status
    const known = Object.hasOwn(failures, failureCode) ? failures[failureCode] : undefined
    if (known) fail(known.code, known.message, status)
    const explained = status.message ? safeExplanation(status.message) : undefined
    if (!status.failureCode && explained) fail('provider_rejected', explained, status)
    fail('provider_error', 'The network failed to process the video.', status)
  }
  if (call.now().getTime() - job.since > maxJobMs) {
    fail('provider_error', 'The network did not finish processing the video.', status)
  }
  return { kind: 'wait', state: video.state, seconds: pollSeconds, accepted: false }
}

/**
 * Makes the next step of uploading a video: starts the upload to the video service (or directly to the account's server
 * if there is no service), sends a part of a large video, or reads the status of the processing job. The state in the
 * returned step contains the video among its `blobs` once it is stored.
 * @throws ProviderError if the account may not upload the video, the video is rejected or larger than 50 MiB without a
 *   service, a host does not respond, or processing failed or did not end within an hour
 */
export function advanceVideo(call: Call, session: Session, video: Video): Promise<Step<State>> {
  const { key, state } = video
  const [job, upload] = [state.jobs[key], state.uploads?.[key]]
  if (job) return look(call, video, job)
  return upload ? continueUpload(call, session, video, upload) : start(call, session, video)
}
