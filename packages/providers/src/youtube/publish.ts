import { ProviderError } from '../error-rules.ts'
import { mayBeOthers } from '../lost-write.ts'
import type { OpenCommit, PublishPort, Step, Verdict } from '../ports/publish.ts'
import type { YouTubeCredentials, YouTubePublishCall } from './credentials.ts'
import { findLostVideos } from './lost-video.ts'
import { initialState, type PublishState } from './publish-state.ts'
import { lastPiece, pieceBeforeLast } from './upload-piece.ts'
import { askUpload, openUpload, type Progress, sendPiece } from './upload-session.ts'
import { videoMetadata } from './video-metadata.ts'
import { followVideo } from './video-progress.ts'

type Call = YouTubePublishCall

/** The maximum number of ranges of the video that are sent in one step. The progress is stored at the end of a step. */
const piecesPerStep = 8
const pieceTimeoutMs = 120_000
const lastPieceTimeoutMs = 55_000
const maxReopened = 3

async function advance(call: Call, state: PublishState): Promise<Step<PublishState>> {
  const { session, videoId } = state
  if (videoId !== null) return followVideo(call, { ...state, videoId })
  if (session === null) return { kind: 'next', state: { ...state, session: await openUpload(call), sent: 0 } }
  return continueUpload(call, { ...state, session })
}

/**
 * Uploads everything before the last part of the video, up to eight ranges per call, and returns the next step: a
 * commit once only the last part is missing. The progress is read first: this step may be a repetition, and a session
 * that YouTube has dropped must be noticed before the last part, which cannot be undone.
 * @throws ProviderError if YouTube rejects a call, does not respond, or stores nothing of a range
 */
async function continueUpload(call: Call, state: PublishState & { session: string }): Promise<Step<PublishState>> {
  const { session: address } = state
  const total = call.input.video.source.bytes
  let progress = await askUpload(call, address)
  for (let sent = 0; progress.kind === 'stored' && sent < piecesPerStep; sent++) {
    const piece = pieceBeforeLast(progress.bytes, total)
    if (piece === undefined) break
    const before = progress.bytes
    progress = await sendPiece(call, { address, piece, timeoutMs: pieceTimeoutMs })
    if (progress.kind === 'stored' && progress.bytes <= before) throw stuck()
  }
  if (progress.kind !== 'stored') return { kind: 'next', state: afterEnd(state, progress) }
  if (progress.bytes >= total) return { kind: 'wait', state, seconds: 5, accepted: false }
  const isLast = pieceBeforeLast(progress.bytes, total) === undefined
  if (isLast && progress.bytes === state.sent) return { kind: 'commit', step: 'upload-last-piece' }
  return { kind: 'next', state: { ...state, sent: progress.bytes } }
}

/**
 * Returns the state after the session has ended: either it became a video, or a new session is needed.
 * @throws ProviderError `provider_error` if YouTube has discarded the session and three later ones
 */
function afterEnd(state: PublishState, progress: Exclude<Progress, { kind: 'stored' }>): PublishState {
  if (progress.kind === 'finished') return { ...state, videoId: progress.videoId }
  if (state.reopened >= maxReopened) {
    throw new ProviderError('provider_error', 'YouTube discarded the upload several times.', 'rejected')
  }
  return { ...initialState, reopened: state.reopened + 1 }
}

function stuck(): ProviderError {
  return new ProviderError('provider_error', 'YouTube stored no byte of a chunk of the video.', 'indeterminate')
}

async function commit(call: Call, state: PublishState): Promise<PublishState> {
  const { session: address, sent } = state
  if (address === null) throw new Error('a publish is committed before its upload was opened')
  const piece = lastPiece(sent, call.input.video.source.bytes)
  const progress = await sendPiece(call, { address, piece, timeoutMs: lastPieceTimeoutMs })
  if (progress.kind === 'finished') return { ...state, videoId: progress.videoId }
  if (progress.kind === 'stored') throw stuck()
  // The next step notices the same and opens a new session.
  throw new ProviderError('provider_error', 'YouTube no longer knows the upload.', 'not_sent')
}

/**
 * Determines the outcome from the upload URL: `done` with the video, or `again` while the session is open. The
 * channel's list is read only if YouTube no longer knows the session (`findLostVideos`).
 * @throws ProviderError if YouTube rejects the read or does not respond
 */
async function reconcile(call: Call, state: PublishState, open: OpenCommit): Promise<Verdict<PublishState>> {
  if (state.session === null) return { kind: 'absent' }
  const progress = await askUpload(call, state.session)
  if (progress.kind === 'finished') return { kind: 'done', state: { ...state, videoId: progress.videoId } }
  if (progress.kind === 'stored') {
    const isAbsent = progress.bytes < call.input.video.source.bytes
    return { kind: 'again', state: { ...state, sent: progress.bytes }, isAbsent }
  }
  return findInList(call, state, open)
}

async function findInList(call: Call, state: PublishState, open: OpenCommit): Promise<Verdict<PublishState>> {
  const found = await findLostVideos(call, { title: call.input.title, open })
  if (found === null) return { kind: 'undecidable', reason: 'not all new videos of the channel can be read.' }
  const [videoId, second] = found
  if (videoId === undefined) return { kind: 'absent' }
  if (open.mayBeOthers) throw mayBeOthers('The new video of the channel')
  if (second === undefined) return { kind: 'done', state: { ...state, videoId } }
  return { kind: 'undecidable', reason: 'several new videos of the channel have its title.', isSeen: true }
}

/**
 * Determines the outcome of a publish whose latest states may be missing in the database. A session that YouTube knows
 * was not replaced by another one; without a session, the channel's list shows what was uploaded.
 */
async function recover(call: Call, state: PublishState, open: OpenCommit): Promise<Verdict<PublishState>> {
  if (state.videoId !== null) return { kind: 'done', state }
  return state.session === null ? findInList(call, state, open) : reconcile(call, state, open)
}

/**
 * Publishes a video by a resumable upload whose last part creates the video, then waits until YouTube has processed it.
 */
export const youtubePublish: PublishPort<'youtube', PublishState, YouTubeCredentials> = {
  // A session creates at most one video, so it can be read soon. The channel's list lags, so it is only trusted after
  // some minutes.
  settling: { callSeconds: 60, seconds: 5, maxProbes: 3, probeIntervalSeconds: 60 },
  check: (post) => void videoMetadata(post),
  begin: () => initialState,
  advance,
  commit,
  createdIds: ({ videoId }) => (videoId === null ? [] : [videoId]),
  reconcile,
  recover,
}
