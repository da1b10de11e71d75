import { outcomeOfFailure, ProviderError } from '../error-rules.ts'
import type { OpenCommit, PublishPort, Verdict } from '../ports/publish.ts'
import { type FacebookCredentials, type FacebookPublishCall, requirePage, requireScopes } from './credentials.ts'
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
    try {
      return await (video ? commitVideo(call, state, video) : commitPhotos(call, state))
    } catch (error) {
      return afterFailure(call, state, error)
    }
  },
  reconcile: async (call, state, open) => remembered(await ifReadable(() => look(call, state, open)), { state, open }),
  async recover(call, state, open) {
    if (state.postId !== null) return { kind: 'done', state }
    return ifReadable(() => (videoOf(call) ? recoverVideo(call, state) : recoverPhotos(call, state, open)))
  },
  createdIds: ({ postId }) => (postId === null ? [] : [postId]),
}

type Found = Verdict<PublishState>

function look(call: FacebookPublishCall, state: PublishState, open: Pick<OpenCommit, 'startedAt'>): Promise<Found> {
  return videoOf(call) ? reconcileVideo(call, state) : reconcilePhotos(call, state, open)
}

/**
 * If no effect of a commit was found, adds the time of its first call to the state from which it is repeated
 * (`lostAt`). Other results are returned unchanged.
 */
function remembered(found: Found, { state, open }: { state: PublishState; open: OpenCommit }): Found {
  if (found.kind !== 'absent') return found
  return { ...found, state: { ...state, lostAt: state.lostAt ?? open.startedAt.toISOString() } }
}

/**
 * Handles the failure of a commit. If an earlier call of the commit had no response, that call may have taken effect in
 * the meantime and be the reason for a rejection of this one. Facebook is then read once more. If the post exists, the
 * state after the commit is returned.
 * @throws the failure, unless the post exists; ProviderError with the outcome `indeterminate` if Facebook does not show
 *   whether it exists
 */
async function afterFailure(call: FacebookPublishCall, state: PublishState, thrown: unknown): Promise<PublishState> {
  const { lostAt } = state
  const isRejected = outcomeOfFailure(thrown) === 'rejected' && thrown instanceof ProviderError && !thrown.tokenRejected
  if (lostAt === undefined || !isRejected) throw thrown
  const found = await look(call, state, { startedAt: new Date(lostAt) }).catch(() => undefined)
  if (found?.kind === 'done') return found.state
  if (found?.kind === 'absent') throw thrown
  const message = 'Facebook does not show whether the post was published.'
  throw new ProviderError('provider_error', message, 'indeterminate', { cause: thrown })
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
