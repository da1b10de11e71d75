import type { SandboxContext } from '../../network.ts'
import { readVideoSize } from '../../video-size.ts'
import { expectedOutcome } from '../processing.ts'
import type { State, Video } from '../state/state.ts'
import type { UploadSession } from './sessions.ts'

/** The state and services that creating a video from its bytes requires. */
export interface Finishing {
  keep: SandboxContext['keep']
  /** The time in milliseconds, on the sandbox's clock, that processing a video takes. */
  processingMs: number
  state: State
  now(): number
  /** Returns `bytes` random bytes as text that is safe in URLs. */
  random(bytes: number): string
}

interface Ending {
  setting: Finishing
  contentType: string | null
}

/** The videos that are being stored, by upload session. */
const storing = new WeakMap<UploadSession, Promise<Video>>()

/**
 * Creates and stores the video of an upload session that has received all bytes, and sets `session.done`. Calls at the
 * same time for one session get the same video. If the bytes cannot be stored, rejects; a later call tries again.
 * Without a `contentType`, or with `application/octet-stream`, the type is detected from the bytes.
 */
export function finishUpload(session: UploadSession, ending: Ending): Promise<Video> {
  const video = storing.get(session) ?? storeVideo(session, ending).finally(() => storing.delete(session))
  storing.set(session, video)
  return video
}

async function storeVideo(session: UploadSession, { setting, contentType }: Ending): Promise<Video> {
  const bytes = Buffer.concat(session.chunks)
  const seconds = readVideoSize(bytes)?.seconds
  // YouTube looks at the video itself when the caller does not say what it is.
  const generic = contentType === null || contentType.startsWith('application/octet-stream')
  const type = generic ? (seconds === undefined ? 'application/octet-stream' : 'video/mp4') : contentType
  const channel = setting.state.people.find(({ channelId }) => channelId === session.channelId)
  const video: Video = {
    ...session.metadata,
    // Eight bytes make the eleven characters of a video id.
    id: setting.random(8),
    channelId: session.channelId,
    uploadedAt: setting.now(),
    readyAt: setting.now() + setting.processingMs,
    outcome: expectedOutcome(bytes),
    duration: seconds === undefined ? null : seconds * 1000,
    notifySubscribers: session.notifySubscribers,
    media: [await setting.keep(bytes, type, null)],
    views: 0,
    likes: 0,
    commentsOff: session.metadata.selfDeclaredMadeForKids === true || channel?.commentsOff === true,
  }
  session.done = video
  session.chunks = []
  setting.state.videos.push(video)
  return video
}
