import type { SandboxContext } from '../../network.ts'
import { readVideoSize } from '../../video-size.ts'
import { expectedOutcome } from '../processing.ts'
import type { State, Video } from '../state/state.ts'
import type { UploadSession } from './sessions.ts'

/** What is needed to create a video from uploaded bytes. */
export interface Finishing {
  keep: SandboxContext['keep']
  /** The time in ms that processing takes by the sandbox's clock. */
  processingMs: number
  state: State
  now(): number
  random(bytes: number): string
}

/**
 * Creates the video of a session whose bytes have all arrived. The session is marked first, so that this happens only
 * once.
 */
export async function finishUpload(
  session: UploadSession,
  { setting, contentType }: { setting: Finishing; contentType: string | null },
): Promise<Video> {
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
    media: [],
    views: 0,
    likes: 0,
    commentsOff: session.metadata.selfDeclaredMadeForKids === true || channel?.commentsOff === true,
  }
  session.done = video
  session.chunks = []
  setting.state.videos.push(video)
  video.media.push(await setting.keep(bytes, type, null))
  return video
}
