import { ProviderError } from '../error-rules.ts'
import type { MediaSource } from '../media-source.ts'
import type { PublishCall, Step, Verdict } from '../ports/publish.ts'
import { requirePage } from './credentials.ts'
import { readFilmStatus } from './film-status.ts'
import { wholeAddress } from './permalink.ts'
import type { FilmState, PublishState } from './publish-state.ts'
import { finishReel, openReel, uploadReel } from './reel.ts'
import { finishVideo, openVideo, transferVideo } from './video.ts'

type Call = PublishCall<'facebook'>

/** Reels and videos go the same way through calls of their own. */
export interface FilmKind {
  open(call: Call, source: MediaSource): Promise<FilmState>
  upload(call: Call, film: FilmState, source: MediaSource): Promise<FilmState>
  /** Answers what the network says of success. */
  finish(call: Call, film: FilmState): Promise<unknown>
}

export interface Film {
  kind: FilmKind
  source: MediaSource
}

const reel: FilmKind = { open: openReel, upload: uploadReel, finish: finishReel }
const video: FilmKind = { open: openVideo, upload: transferVideo, finish: finishVideo }

/** The film of a post, undefined when it shows photos. */
export function filmOf({ post }: Call): Film | undefined {
  if (post.reel) return { kind: reel, source: post.reel.source }
  return post.video && { kind: video, source: post.video.source }
}

/** Uploads in a row that bring nothing, after which the network will not take the film. */
const mostStalls = 5
const stallSeconds = 2

/** Seconds between two looks at a film that is being processed. */
const pollSeconds = [2, 3, 5, 8, 13, 20, 30]
/** Looks at a published film that does not name its post yet. */
const mostNameless = 5

function pollPause({ polls }: FilmState): number {
  return pollSeconds[Math.min(polls, pollSeconds.length - 1)] ?? 30
}

async function uploadOn(call: Call, film: FilmState, { kind, source }: Film): Promise<Step<PublishState>> {
  const moved = await kind.upload(call, film, source)
  const state = { photoIds: [], postId: null, film: moved }
  if (moved.stalls === 0) return { kind: 'next', state }
  if (moved.stalls < mostStalls) return { kind: 'wait', state, seconds: stallSeconds, accepted: false }
  throw new ProviderError('provider_error', 'Facebook did not take the upload.', 'refused')
}

/** Looks whether the film is out; what it failed with is told by the network only now. */
async function look(call: Call, film: FilmState): Promise<Step<PublishState>> {
  const { pageId } = requirePage(call)
  const { videoId } = film
  const status = await readFilmStatus(call, { videoId, pageId })
  if (status.failure) throw status.failure
  const named = status.postId !== null || film.polls >= mostNameless
  if (status.published && named) {
    const permalink = wholeAddress(call.app, status.permalink)
    return { kind: 'published', postIds: [status.postId ?? videoId], permalink }
  }
  const state = { photoIds: [], postId: null, film: { ...film, polls: film.polls + 1 } }
  return { kind: 'wait', state, seconds: pollPause(film), accepted: true }
}

export async function advanceFilm(call: Call, state: PublishState, posted: Film): Promise<Step<PublishState>> {
  const { film } = state
  if (!film) return { kind: 'next', state: { ...state, film: await posted.kind.open(call, posted.source) } }
  switch (film.phase) {
    case 'upload':
      return uploadOn(call, film, posted)
    case 'ready':
      return { kind: 'commit', step: 'finish' }
    case 'accepted':
      // That Facebook has it is stored before anything can go wrong with looking at it.
      return {
        kind: 'wait',
        state: { ...state, film: { ...film, phase: 'processing' } },
        seconds: pollPause(film),
        accepted: true,
      }
    case 'processing':
      return look(call, film)
  }
}

export async function commitFilm(call: Call, state: PublishState, { kind }: Film): Promise<PublishState> {
  const film = openFilm(state)
  const success = await kind.finish(call, film)
  if (success === true) return { ...state, film: { ...film, phase: 'accepted' } }
  throw new ProviderError('provider_error', 'The network gave an answer that cannot be read.', 'unclear')
}

function openFilm({ film }: PublishState): FilmState {
  if (film) return film
  throw new Error('a film is finished that was never begun')
}

/** The film's id is older than its publishing: whether it left the upload tells whether it was taken in. */
export async function reconcileFilm(call: Call, state: PublishState): Promise<Verdict<PublishState>> {
  const film = openFilm(state)
  const { pageId } = requirePage(call)
  const status = await readFilmStatus(call, { videoId: film.videoId, pageId })
  const moved =
    ['in_progress', 'complete', 'error'].includes(status.processing) ||
    ['in_progress', 'complete', 'error'].includes(status.publishing) ||
    ['processing', 'ready', 'error'].includes(status.video)
  return moved ? { kind: 'done', state: { ...state, film: { ...film, phase: 'accepted' } } } : { kind: 'absent' }
}
