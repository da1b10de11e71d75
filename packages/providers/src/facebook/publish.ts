import { ProviderError } from '../error-rules.ts'
import type { PublishPort, Verdict } from '../ports/publish.ts'
import { type FacebookCredentials, requirePage, requireScopes } from './credentials.ts'
import { reconcilePhotos, recoverPhotos } from './find-photos.ts'
import { advancePhotos, commitPhotos } from './photos.ts'
import type { PublishState } from './publish-state.ts'
import { publishScopes } from './scopes.ts'
import { advanceVideo, commitVideo, reconcileVideo, recoverVideo, videoOf } from './video-file.ts'

function isUntouched({ photoIds, video }: PublishState): boolean {
  return photoIds.length === 0 && video === null
}

/**
 * Publishes a post of photos or a video. Photos, even a single one, are uploaded unpublished and then shown by one feed
 * post. Videos are uploaded into a session that the call `finish` publishes. In both cases Facebook's ids are known
 * before the commit, so that its outcome can be determined.
 */
export const facebookPublish: PublishPort<'facebook', PublishState, FacebookCredentials> = {
  settling: { seconds: 120, maxProbes: 3, probeIntervalSeconds: 60 },
  async validate(call) {
    requirePage(call)
    requireScopes(call, publishScopes)
  },
  begin: () => ({ photoIds: [], postId: null, video: null }),
  async advance(call, state) {
    requirePage(call)
    if (isUntouched(state)) requireScopes(call, publishScopes)
    const video = videoOf(call)
    return video ? advanceVideo(call, state, video) : advancePhotos(call, state)
  },
  async commit(call, state) {
    const video = videoOf(call)
    return video ? commitVideo(call, state, video) : commitPhotos(call, state)
  },
  reconcile: (call, state, open) =>
    ifReadable(() => (videoOf(call) ? reconcileVideo(call, state) : reconcilePhotos(call, state, open))),
  async recover(call, state, open) {
    if (state.postId !== null) return { kind: 'done', state }
    return ifReadable(() => (videoOf(call) ? recoverVideo(call, state) : recoverPhotos(call, state, open)))
  },
}

async function ifReadable(look: () => Promise<Verdict<PublishState>>): Promise<Verdict<PublishState>> {
  try {
    return await look()
  } catch (error) {
    const unreadable = error instanceof ProviderError && error.code === 'connection_expired' && !error.tokenRejected
    if (!unreadable) throw error
    return { kind: 'undecidable', reason: "the connection may not read the Page's posts." }
  }
}
