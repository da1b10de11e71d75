import { ProviderError } from '../error-rules.ts'
import type { PublishPort } from '../ports/publish.ts'
import { requirePage, requireScopes } from './credentials.ts'
import { advanceFilm, commitFilm, filmOf, reconcileFilm } from './film.ts'
import { advancePhotos, commitPhotos, reconcilePhotos } from './photos.ts'
import type { PublishState } from './publish-state.ts'
import { publishScopes } from './scopes.ts'

function isUntouched({ photoIds, film }: PublishState): boolean {
  return photoIds.length === 0 && film === null
}

/**
 * Photos are uploaded unpublished and shown by one feed post, also a single one; films are uploaded into a session that
 * `finish` publishes. Either way the ids exist before the call that cannot be taken back, so its end can be looked up.
 */
export const facebookPublish: PublishPort<'facebook', PublishState> = {
  settling: { seconds: 120, lookups: 3, spacingSeconds: 60 },
  begin: () => ({ photoIds: [], postId: null, film: null }),
  async advance(call, state) {
    requirePage(call)
    if (isUntouched(state)) requireScopes(call, publishScopes)
    const film = filmOf(call)
    return film ? advanceFilm(call, state, film) : advancePhotos(call, state)
  },
  async commit(call, state) {
    const film = filmOf(call)
    return film ? commitFilm(call, state, film) : commitPhotos(call, state)
  },
  async reconcile(call, state, open) {
    try {
      return await (filmOf(call) ? reconcileFilm(call, state) : reconcilePhotos(call, state, open))
    } catch (error) {
      const unreadable = error instanceof ProviderError && error.code === 'connection_expired' && !error.tokenRefused
      if (!unreadable) throw error
      return { kind: 'undecidable', reason: "the connection may not read the Page's posts." }
    }
  },
}
