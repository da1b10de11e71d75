import type { Backend } from '../backend.ts'
import { isReady } from '../media/progress.ts'
import type { Account, Upload } from '../state.ts'
import { invalid } from '../wire/problem.ts'
import type { PostBody } from './post-shape.ts'

const MAX_PHOTOS = 4

/**
 * Returns the uploads of a new post, in the order of `media_ids`; an empty list without media. The author must be their
 * owner or an additional owner. They must be processed, not expired and not for direct messages, and be one video, one
 * GIF or only photos. Users can be tagged only in photos.
 * @throws Problem 400 otherwise
 */
export function attach({ state, now }: Backend, author: Account, { media }: PostBody): Upload[] {
  if (media === undefined) return []
  const ids = media.media_ids
  const reject = (message: string) => invalid('media.media_ids', message, `[${ids.join(',')}]`)
  if (new Set(ids).size < ids.length) throw reject('Your media IDs are invalid: one is repeated.')
  const uploads = ids.map((id) => {
    const upload = state.uploads.get(id)
    const mine = upload?.ownerId === author.id || upload?.additionalOwners.includes(author.id)
    if (upload === undefined || !mine || upload.expiresAt <= now() || upload.category?.startsWith('dm_')) {
      throw reject('Your media IDs are invalid.')
    }
    if (upload.category === 'subtitles' || !isReady(upload, now()))
      throw reject('Your media IDs are not ready to be used.')
    return upload
  })
  const moving = uploads.filter(({ file }) => file?.kind !== 'photo').length
  if (moving > 0 && uploads.length > 1) throw reject(`A post holds ${MAX_PHOTOS} photos, or 1 GIF, or 1 video.`)
  if (moving > 0 && (media.tagged_user_ids?.length ?? 0) > 0)
    throw invalid('media.tagged_user_ids', 'Only photos have tags')
  return uploads
}
