import { knownUploadId, uploadFrom } from '../../../uploads/uploads.ts'
import { type Draft, type DraftMedia, type DraftPart, type KeptUpload, newDraft, type PostContent } from './draft.ts'

/**
 * The maximum size in bytes of an image that is stored in the browser; larger files, and all videos, are stored as the
 * id of their upload only.
 */
const maxKeptBytes = 20_000_000

/** A media item as it is stored: without URLs of this tab; a large file or a video only as its upload. */
interface StoredMedia extends Omit<DraftMedia, 'previewUrl' | 'source'> {
  source: { file: File; uploadId: string | null } | { upload: KeptUpload } | { url: string }
}

type StoredPart = Omit<DraftPart, 'media'> & { media: readonly StoredMedia[] }
type StoredContent = Omit<PostContent, 'first' | 'thread'> & { first: StoredPart; thread: readonly StoredPart[] }

/** A draft as it is stored in the browser's IndexedDB. */
export interface StoredDraft extends Omit<Draft, 'first' | 'thread' | 'own'>, StoredContent {
  profileId: string
  /** When the draft was last changed, in milliseconds since 1970. */
  updatedAt: number
  own: Partial<Record<string, StoredContent>>
}

function storedMedia({ previewUrl: _shown, source, ...media }: DraftMedia): StoredMedia {
  if (!('file' in source)) return { ...media, source }
  const { file } = source
  const uploadId = knownUploadId(file)
  if (media.kind === 'image' && file.size <= maxKeptBytes) return { ...media, source: { file, uploadId } }
  return { ...media, source: { upload: { uploadId, name: file.name } } }
}

const storedPart = (part: DraftPart): StoredPart => ({ ...part, media: part.media.map(storedMedia) })

const storedContent = ({ title, first, thread }: PostContent): StoredContent => ({
  title,
  first: storedPart(first),
  thread: thread.map(storedPart),
})

export function toStored(draft: Draft, profileId: string, updatedAt: number): StoredDraft {
  const own = Object.fromEntries(
    Object.entries(draft.own).map(([platform, content]) => [platform, storedContent(content)]),
  )
  return { ...draft, ...storedContent(draft), own, profileId, updatedAt }
}

function mediaFrom({ source, ...media }: StoredMedia): DraftMedia {
  if (!('file' in source)) {
    return { ...media, source, previewUrl: media.poster === null ? null : URL.createObjectURL(media.poster) }
  }
  const { file, uploadId } = source
  if (uploadId !== null) uploadFrom(file, uploadId)
  return { ...media, source: { file }, previewUrl: URL.createObjectURL(file) }
}

const partFrom = (part: StoredPart): DraftPart => ({ ...part, media: part.media.map(mediaFrom) })

const contentFrom = ({ title, first, thread }: StoredContent): PostContent => ({
  title,
  first: partFrom(first),
  thread: thread.map(partFrom),
})

/**
 * Makes a draft of a stored one, with URLs of its media that are valid in this tab. Its files continue their uploads.
 */
export function fromStored({ profileId: _profile, updatedAt: _at, ...stored }: StoredDraft): Draft {
  const own = Object.fromEntries(
    Object.entries(stored.own).flatMap(([platform, content]) => (content ? [[platform, contentFrom(content)]] : [])),
  )
  // A draft that an earlier version of the app has stored may lack a field.
  return { ...newDraft(stored.id), ...stored, ...contentFrom(stored), own }
}
