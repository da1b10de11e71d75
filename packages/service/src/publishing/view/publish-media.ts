import type { ExternalWriteRow } from '@carillon/database'
import { mediaRules, type Publish, type PublishPlatform } from '@carillon/domain'
import type { Context } from '../../context.ts'
import { publishPlatform } from '../body/publish-platform.ts'
import { isStoredSource, type StoredSource } from '../body/stored-post.ts'
import { thumbnailUrl } from '../media/thumbnail.ts'

type Media = Publish['media'][number]

/**
 * Yields the media items of a stored post in their order, each with its path: names of fields and indexes of lists.
 * @param value the stored post, or the part of it at `path`
 */
export function* itemsIn(value: unknown, path: string[] = []): Generator<{ path: string[]; source: StoredSource }> {
  if (typeof value !== 'object' || value === null) return
  if ('source' in value && isStoredSource(value.source)) {
    yield { path, source: value.source }
    return
  }
  for (const [name, part] of Object.entries(value)) yield* itemsIn(part, [...path, name])
}

const kindOf = (contentType: string) => (contentType.startsWith('video/') ? 'video' : 'image')

/** Returns `image` or `video` if the item's field accepts only one of them; otherwise null. */
function kindOfField(platform: PublishPlatform, path: readonly string[]): Media['kind'] {
  const rules = mediaRules[platform].filter(({ field }) => path.includes(field))
  const [kind = null, ...others] = new Set(rules.flatMap(({ contentTypes }) => contentTypes.map(kindOf)))
  return others.length === 0 ? kind : null
}

/**
 * Whether the media files of a publish are kept at least until now: it has not ended, or not more than
 * `MEDIA_GRACE_MINUTES` ago.
 */
function keepsFiles({ config, now }: Context, { wakeAt, updatedAt }: ExternalWriteRow): boolean {
  return wakeAt !== null || updatedAt.getTime() + config.media.graceMinutes * 60_000 > now().getTime()
}

/**
 * Returns the media items of a publish in the form of the API. Images whose files are in the media store and kept get a
 * thumbnail URL.
 */
export function mediaOf(context: Context, row: ExternalWriteRow): Media[] {
  const platform = publishPlatform(row)
  return [...itemsIn(row.payload)].map(({ path, source }) => {
    const stored = 'mediaId' in source ? source : null
    const kind = stored?.contentType === undefined ? kindOfField(platform, path) : kindOf(stored.contentType)
    const isShown = stored !== null && kind === 'image' && keepsFiles(context, row)
    const link = isShown ? thumbnailUrl(context, stored.mediaId) : null
    return { path, kind, bytes: stored?.bytes ?? null, thumbnailUrl: link }
  })
}
