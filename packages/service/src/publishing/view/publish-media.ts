import type { ExternalWriteRow } from '@carillon/database'
import { mediaRules, type Publish, type PublishPlatform } from '@carillon/domain'
import type { Context } from '../../context.ts'
import { publishPlatform } from '../body/publish-platform.ts'
import { isStoredSource, type StoredSource } from '../body/stored-post.ts'
import { thumbnailUrl } from '../media/thumbnail.ts'

type Media = Publish['media'][number]

/** The media items of a stored post in their order, with their paths: names of fields and indexes of lists. */
export function* itemsIn(value: unknown, path: string[] = []): Generator<{ path: string[]; source: StoredSource }> {
  if (typeof value !== 'object' || value === null) return
  if ('source' in value && isStoredSource(value.source)) {
    yield { path, source: value.source }
    return
  }
  for (const [name, part] of Object.entries(value)) yield* itemsIn(part, [...path, name])
}

const kindOf = (contentType: string) => (contentType.startsWith('video/') ? 'video' : 'image')

/** The media type of an item's field, if it accepts only one. */
function kindOfField(platform: PublishPlatform, path: readonly string[]): Media['kind'] {
  const rules = mediaRules[platform].filter(({ field }) => path.includes(field))
  const [kind = null, ...others] = new Set(rules.flatMap(({ contentTypes }) => contentTypes.map(kindOf)))
  return others.length === 0 ? kind : null
}

/** Whether the files of a publish are certain to be kept for now. */
function keepsFiles({ config, now }: Context, { wakeAt, updatedAt }: ExternalWriteRow): boolean {
  return wakeAt !== null || updatedAt.getTime() + config.media.graceMinutes * 60_000 > now().getTime()
}

/** The media of a publish in the form of the API. */
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
