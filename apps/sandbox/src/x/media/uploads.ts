import type { Backend } from '../backend.ts'
import type { Account, Upload } from '../state.ts'
import { invalid } from '../wire/problem.ts'
import { CATEGORIES, categoryFor } from './categories.ts'
import { processingInfo } from './progress.ts'

export const OPEN_SECONDS = 1_295_999
export const FINISHED_SECONDS = 86_400

export type Announced = Pick<Upload, 'category' | 'mediaType' | 'totalBytes' | 'additionalOwners'>

/**
 * Stores a new upload without bytes, which expires if it is not completed within 15 days. If the client announces no
 * category, the media type determines it: `tweet_gif`, `tweet_video`, otherwise `tweet_image`.
 */
export function openUpload(backend: Backend, owner: Account, announced: Announced): Upload {
  const id = backend.state.nextId()
  const category = announced.category ?? categoryFor(announced.mediaType)
  const upload: Upload = {
    ...announced,
    category,
    id,
    mediaKey: `${CATEGORIES[category]?.key ?? '3'}_${id}`,
    ownerId: owner.id,
    segments: new Map(),
    expiresAt: backend.now() + OPEN_SECONDS * 1000,
    altText: null,
    file: null,
  }
  backend.state.uploads.set(id, upload)
  return upload
}

/**
 * Returns an upload of the user that has not expired.
 * @throws Problem 400 that names `parameter`, if the upload is unknown, has expired or belongs to another user
 */
export function findUpload(backend: Backend, owner: Account, id: string, parameter = 'id'): Upload {
  const upload = backend.state.uploads.get(id)
  if (upload === undefined || upload.ownerId !== owner.id || upload.expiresAt <= backend.now()) {
    throw invalid(parameter, 'Invalid media id', id)
  }
  return upload
}

function secondsLeft(upload: Upload, now: number): number {
  return Math.max(0, Math.floor((upload.expiresAt - now) / 1000))
}

/** Builds the `data` of a response about an upload at `now` (ms since the epoch). */
export function describe(upload: Upload, now: number): Record<string, unknown> {
  const { id, mediaKey, file } = upload
  const processing = processingInfo(upload, now)
  const image =
    file && file.kind !== 'video'
      ? { image_type: file.contentType, w: file.held.width, h: file.held.height }
      : undefined
  return {
    id,
    media_key: mediaKey,
    expires_after_secs: secondsLeft(upload, now),
    ...(file === null ? {} : { size: file.size }),
    ...(image === undefined ? {} : { image }),
    ...(file?.kind === 'video' ? { video: { video_type: file.contentType } } : {}),
    ...(processing === undefined ? {} : { processing_info: processing }),
  }
}
