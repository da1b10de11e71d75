import type {
  InspectedMedia,
  MediaFacts,
  PostBody,
  PostProblem,
  PostValidation,
  PublishPlatform,
  StagedFile,
} from '@carillon/domain'
import { itemPath, type MediaFile } from '@carillon/media'
import type { MediaSource, PreparedPost } from '@carillon/providers'
import type { Context } from '../../context.ts'
import type { Grant } from '../../request.ts'
import { findUpload } from '../../uploads/find-upload.ts'
import { removeFiles } from '../../uploads/remove-files.ts'
import { uploadAt } from '../../uploads/use-upload.ts'
import { isStaged, sharedFileKey } from '../body/stored-post.ts'
import { deliverItem } from '../media/deliver-item.ts'
import { type RequestFetcher, requestFetcher } from '../media/fetch-in-time.ts'
import { inspectFacts } from '../media/inspect-facts.ts'
import { inspectItem } from '../media/inspect-item.ts'
import { type MediaItem, mapMediaItems } from '../media/media-items.ts'
import type { MediaSizes } from '../media/publish-space.ts'
import { isProblem, problemsOf } from './problems.ts'

export interface InspectedPost {
  /** The post in the form of the adapter's input; null if a media item cannot be used. */
  post: PreparedPost<PublishPlatform> | null
  /** The media items that can be used, in their order; `problems` are about the others. */
  media: InspectedMedia[]
  problems: PostProblem[]
  /** The properties that could not be checked, of items of which only some properties are known. */
  unchecked: PostValidation['unchecked']
  /** The sizes of the media, also of those that cannot be used; null if the post has none. */
  sizes: MediaSizes | null
}

interface Inspection {
  context: Context
  grant: Grant
  platform: PublishPlatform
  signal: AbortSignal
  fetcher: RequestFetcher
  /** The ids of files that were stored for the inspection and are deleted at its end. */
  added: Set<string>
  unchecked: PostValidation['unchecked']
  /** The sizes in bytes of the files, null for media at URLs. Items that publishing lets share a file have one key. */
  sizes: Map<string, number | null>
}

function sourceOf({ media }: Context, file: MediaFile): MediaSource {
  return {
    ...file,
    mediaId: file.id,
    open: (range) => media.open(file.id, range),
    link: () => Promise.reject(new Error('a post that is validated has no public links')),
  }
}

const converted = ['contentType', 'width', 'height', 'bytes'] as const

function viewOf(item: MediaItem, file: MediaFile, sent: MediaFile): InspectedMedia {
  const { contentType, width, height, durationSeconds, bytes } = file
  const conversions = converted
    .filter((property) => file[property] !== sent[property])
    .map((property) => ({ property, from: String(file[property]), to: String(sent[property]) }))
  return { path: itemPath(item.label), contentType, width, height, durationSeconds, bytes, conversions }
}

/**
 * Checks an item of which only properties are known (an announced upload), and adds to `unchecked` what cannot be
 * checked without the file. Returns the view of the item, and a media source whose bytes cannot be read, with the
 * first type that the field accepts if the type is not known.
 * @throws ServiceError with the code of the media rule if a property is not allowed
 */
function inspectKnown({ platform, unchecked }: Inspection, item: MediaItem, facts: MediaFacts) {
  const path = itemPath(item.label)
  const { bytes, width, height, durationSeconds } = facts
  const checked = inspectFacts(platform, item, facts)
  unchecked.push(...checked.unchecked.map((property) => ({ path, property })))
  const known = { bytes, width, height, durationSeconds }
  const unreadable = (): never => {
    throw new Error('a post that is validated by facts has no bytes')
  }
  const source: MediaSource = {
    ...known,
    contentType: facts.contentType ?? checked.rule.contentTypes[0] ?? '',
    mediaId: '',
    sha256: '',
    open: unreadable,
    link: async () => unreadable(),
  }
  return { view: { path, ...known, contentType: facts.contentType, conversions: [] }, source }
}

/** Returns the key of an item in `sizes`. Media at URLs, and files whose hash is not known, share it with no other. */
function sizeKey(item: MediaItem, staged: StagedFile | null, declared: unknown): string {
  return staged?.sha256 ? sharedFileKey(item, staged, declared) : item.label
}

function totalOf(sizes: readonly (number | null)[]): MediaSizes | null {
  if (sizes.length === 0) return null
  return { bytes: sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0), toFetch: sizes.includes(null) }
}

/**
 * Inspects and converts a media item as publishing would.
 * @throws ServiceError with the code of the media rule if the file is not allowed, `upload_not_found` if the item is an
 *   upload that does not exist, or was deleted meanwhile
 */
async function inspectOne(inspection: Inspection, item: MediaItem) {
  const { context, grant, platform, added, fetcher } = inspection
  const { base64, url, content_type, contentType } = item.value
  const declared = content_type ?? contentType
  const { organizationId } = grant.scope
  const staged = isStaged(base64) ? base64 : await uploadAt(context, url, { organizationId, announced: true })
  inspection.sizes.set(sizeKey(item, staged, declared), staged?.bytes ?? null)
  if (staged?.origin && 'facts' in staged.origin) return inspectKnown(inspection, item, staged.origin.facts)
  const file = staged ?? (await fetcher.load(item))
  if (staged === null) added.add(file.id)
  const options = {
    platform,
    item,
    file,
    owner: organizationId,
    ...(declared !== undefined && { declared: String(declared) }),
  }
  try {
    const found = await inspectItem(context, options)
    const sent = await deliverItem(context, item, found)
    if (sent.id !== found.file.id) added.add(sent.id)
    return { view: viewOf(item, found.file, sent), source: sourceOf(context, sent) }
  } catch (error) {
    // The file of an upload is read where it is, and may have been deleted with it.
    if (file.origin && 'uploadId' in file.origin) await findUpload(context, organizationId, file.origin.uploadId)
    throw error
  }
}

/**
 * Downloads, inspects and converts every media item of a post as publishing would, calls `use` with what was found, and
 * returns its result. Of an announced item (an incomplete upload, or properties instead of a file), only the known
 * properties are checked. The files stored for this are deleted when `use` has ended. Problems of media are passed to
 * `use`, not thrown; server errors and rate limits are thrown.
 */
export async function inspectPost<T>(
  context: Context,
  { body, ...known }: Pick<Inspection, 'grant' | 'platform' | 'signal'> & { body: PostBody },
  use: (inspected: InspectedPost) => Promise<T>,
): Promise<T> {
  const fetcher = requestFetcher(context, known)
  const inspection: Inspection = { context, ...known, fetcher, added: new Set(), unchecked: [], sizes: new Map() }
  const media: InspectedMedia[] = []
  const problems: PostProblem[] = []
  try {
    const post = await mapMediaItems(known.platform, { ...body }, async (item) => {
      const { base64: _base64, url: _url, content_type: _type, contentType: _other, ...rest } = item.value
      try {
        const { view, source } = await inspectOne(inspection, item)
        media.push(view)
        return { ...rest, source }
      } catch (error) {
        if (!isProblem(error)) throw error
        problems.push(...problemsOf(error))
        return rest
      }
    })
    const { unchecked } = inspection
    const sizes = totalOf([...inspection.sizes.values()])
    const prepared = problems.length === 0 ? (post as PreparedPost<PublishPlatform>) : null
    return await use({ post: prepared, media, problems, unchecked, sizes })
  } finally {
    fetcher.release()
    await removeFiles(context, inspection.added)
  }
}
