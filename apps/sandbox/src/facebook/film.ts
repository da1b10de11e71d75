import { readFilmSize } from '../film-size.ts'
import type { GraphCall } from '../meta/call.ts'
import { GraphError } from '../meta/graph-error.ts'
import type { Film, FilmFailure } from '../meta/posts.ts'
import type { World } from '../meta/world.ts'
import { addPost, nextPostNumber } from './add-post.ts'

type Container = 'mp4' | 'quicktime' | 'webm'

function containerOf(bytes: Buffer): Container | undefined {
  if (bytes.subarray(0, 4).toString('hex') === '1a45dfa3') return 'webm'
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined
  return bytes.toString('latin1', 8, 12) === 'qt  ' ? 'quicktime' : 'mp4'
}

/** @see https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20) */
const REEL_RULES: [(film: { width: number; height: number; seconds: number }) => boolean, number, string][] = [
  [({ seconds }) => seconds >= 3 && seconds <= 90, 1363128, 'The video has to be between 3 and 90 seconds long.'],
  [({ width, height }) => Math.abs(width / height - 9 / 16) < 0.01, 1363040, 'The aspect ratio has to be 9 by 16.'],
  [
    ({ width, height }) => width >= 540 && height >= 960,
    1363127,
    'The resolution has to be at least 540 by 960 pixels.',
  ],
]

function failureOf(kind: Film['kind'], bytes: Buffer): FilmFailure | null {
  const phase = 'processing'
  const container = containerOf(bytes)
  if (container === undefined || (kind === 'reel' && container === 'webm')) {
    return { phase, code: 352, message: 'The video file you selected is in a format that we don’t support.' }
  }
  const film = readFilmSize(bytes)
  if (film === undefined) {
    if (container === 'webm') return null
    return {
      phase,
      code: 6001,
      message: 'There was a problem with your video file. Please try again with another file.',
    }
  }
  const broken = kind === 'reel' ? REEL_RULES.find(([holds]) => !holds(film)) : undefined
  return broken === undefined ? null : { phase, code: broken[1], message: broken[2] }
}

/** A film that awaits its bytes. */
export function openFilm(world: World, film: Pick<Film, 'pageId' | 'kind'> & Partial<Film>): Film {
  const opened: Film = {
    createdAt: world.now(),
    title: null,
    description: null,
    fileSize: null,
    chunks: [],
    received: 0,
    sessionId: null,
    finishedAt: null,
    failure: null,
    draft: false,
    media: null,
    postId: null,
    ...film,
    id: world.nextId('98', 15),
    postNumber: nextPostNumber(world),
  }
  world.films.set(opened.id, opened)
  return opened
}

/** All bytes are there: processing begins, and the outcome is already certain though nobody is told yet. */
export async function finishFilm(
  film: Film,
  { world, surroundings }: Pick<GraphCall, 'world' | 'surroundings'>,
): Promise<void> {
  const bytes = Buffer.concat(film.chunks)
  if (bytes.length === 0) throw new GraphError('(#382) The video file is too small', { code: 382 })
  const type = containerOf(bytes)
  film.failure = failureOf(film.kind, bytes)
  film.media = await surroundings.keep(bytes, type === undefined ? 'application/octet-stream' : `video/${type}`)
  film.chunks = []
  film.finishedAt = world.now()
}

export type Stage = 'uploading' | 'processing' | 'publishing' | 'published' | 'failed' | 'drafted'

/** How far a film is by now. */
export function stageOf(film: Film, now: number, filmMs: number): Stage {
  if (film.finishedAt === null) return 'uploading'
  const age = now - film.finishedAt
  if (age < filmMs) return 'processing'
  if (film.failure !== null) return 'failed'
  if (film.draft) return 'drafted'
  return age < 2 * filmMs ? 'publishing' : 'published'
}

/** Puts every film that is out by now on its Page. Called before anything looks at posts. */
export function settleFilms(world: World, filmMs: number): void {
  for (const film of world.films.values()) {
    if (film.postId !== null || film.media === null || stageOf(film, world.now(), filmMs) !== 'published') continue
    const post = addPost(world, {
      pageId: film.pageId,
      kind: film.kind,
      text: film.description ?? '',
      title: film.title,
      description: film.description,
      media: [film.media],
      objectIds: [film.id],
      createdAt: (film.finishedAt ?? world.now()) + 2 * filmMs,
      inFeed: film.kind === 'video',
      number: film.postNumber,
    })
    film.postId = post.id
  }
}
