import type { Platform } from '@carillon/client'
import { type EditedSchedule, now, type OnLate, usualOnLate, type When } from './when.ts'

export type MediaKind = 'image' | 'video'

/** A user who is tagged in an image. `x` and `y` are 0 to 1, from its left and top edge. */
export interface UserTag {
  username: string
  x: number
  y: number
}

/**
 * The facts that the browser has read from a file. Width and height are in pixels as displayed; null, like the
 * duration, if unknown: the browser cannot show the file, or it is an image without a duration.
 */
export interface KnownFacts {
  contentType: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
}

/** A file that the browser no longer has; the service may still have its upload. */
export interface KeptUpload {
  /** The id of its upload; null if the upload had not begun, so that the file is lost. */
  uploadId: string | null
  name: string
}

type MediaSource = { file: File } | { upload: KeptUpload } | { url: string }

export interface DraftMedia {
  id: string
  kind: MediaKind
  source: MediaSource
  /** Null for media by URL. */
  facts: KnownFacts | null
  /** A small JPEG of a video's first frame, shown as its preview; null for images, and if it could not be drawn. */
  poster: Blob | null
  /** An object URL of the file or its poster, valid in this tab only; null if there is neither. */
  previewUrl: string | null
  altText: string
  tags: readonly UserTag[]
}

export interface DraftPart {
  id: string
  text: string
  media: readonly DraftMedia[]
}

export type SettingValue = string | number | boolean | readonly string[]

/** The content of a post, or of a thread: `thread` contains the posts after the first. */
export interface PostContent {
  title: string
  first: DraftPart
  thread: readonly DraftPart[]
}

/**
 * A request that publishes or schedules the draft on one account. It is stored before it is sent, so that a lost
 * response can be looked up by `requestId`.
 */
export interface Sending {
  accountId: string
  requestId: string
  /** When the request was made, in milliseconds since 1970. */
  at: number
  /** Whether the request schedules the post instead of publishing it at once. */
  isScheduling: boolean
}

/** A draft for one or more accounts. Its own content is that for all networks without an entry in `own`. */
export interface Draft extends PostContent {
  id: string
  accountIds: readonly string[]
  /** The content for single networks, each in place of the draft's own content. */
  own: Readonly<Partial<Record<Platform, PostContent>>>
  /** The values of fields that only some networks have, keyed by network and field name. */
  settings: Readonly<Partial<Record<Platform, Readonly<Record<string, SettingValue>>>>>
  /** The media field to use on a network that has several for the same media. */
  slots: Readonly<Partial<Record<Platform, string>>>
  /** The requests whose outcome is not known yet. */
  sendings: readonly Sending[]
  /**
   * Text for the user: why the publish failed that this draft repeats, or a note about the schedule that it changes;
   * null otherwise.
   */
  reason: string | null
  when: When
  onLate: OnLate
  /** The schedule that the draft changes; null for a new post. */
  edited: EditedSchedule | null
}

/** Changes a value by a function that gets the current value and returns the new one, without changing it in place. */
export type Change<T> = (update: (before: T) => T) => void

export function newPart(): DraftPart {
  return { id: crypto.randomUUID(), text: '', media: [] }
}

export function newDraft(id: string, accountIds: readonly string[] = [], when: When = now): Draft {
  const content = { title: '', first: newPart(), thread: [] }
  const sent = { sendings: [], reason: null, when, onLate: usualOnLate, edited: null }
  return { ...content, id, accountIds, own: {}, settings: {}, slots: {}, ...sent }
}

/** The content that is published on a network: the network's own, otherwise that of the draft. */
export function contentFor(draft: Draft, platform: Platform): PostContent {
  return draft.own[platform] ?? draft
}

/**
 * A copy of the content with new ids, for a network of its own. The files are the same objects, so that they are
 * uploaded once.
 */
export function copyOf({ title, first, thread }: PostContent): PostContent {
  const copied = (part: DraftPart): DraftPart => ({
    ...part,
    id: crypto.randomUUID(),
    media: part.media.map((one) => ({ ...one, id: crypto.randomUUID() })),
  })
  return { title, first: copied(first), thread: thread.map(copied) }
}

export const partsOf = ({ first, thread }: PostContent): readonly DraftPart[] => [first, ...thread]

/** All media of the draft, including those in the content of single networks. */
export function mediaOf(draft: Draft): DraftMedia[] {
  return [draft, ...Object.values(draft.own)].flatMap(partsOf).flatMap(({ media }) => media)
}

const filesIn = (media: readonly DraftMedia[]) => media.flatMap(({ source }) => ('file' in source ? [source.file] : []))

/** The distinct files of the content for a network; media by URL or from an earlier visit are not files. */
export function filesFor(draft: Draft, platform: Platform): File[] {
  return [...new Set(filesIn(partsOf(contentFor(draft, platform)).flatMap(({ media }) => media)))]
}

/** All files of a draft, each once. */
export function filesOf(draft: Draft): File[] {
  return [...new Set(filesIn(mediaOf(draft)))]
}

const isEmptyPart = ({ text, media }: DraftPart) => text.trim() === '' && media.length === 0

/**
 * Whether a draft contains nothing worth keeping: no text, media, settings or requests without an outcome. The chosen
 * accounts and time do not count.
 */
export function isEmpty(draft: Draft): boolean {
  const contents = [draft, ...Object.values(draft.own)]
  const isBlank = contents.every((content) => content.title.trim() === '' && partsOf(content).every(isEmptyPart))
  const hasSettings = Object.values(draft.settings).some((values) => Object.keys(values).length > 0)
  return isBlank && !hasSettings && draft.sendings.length === 0
}

const videoEndings = /\.(?:mp4|mov|webm|m4v)(?:[?#]|$)/i

/**
 * The kind of media that a URL most likely leads to, by its ending: an image unless it is one of a video. The user can
 * correct it.
 */
export function kindOfUrl(url: string): MediaKind {
  return videoEndings.test(url) ? 'video' : 'image'
}

export function mediaOfUrl(url: string, kind: MediaKind): DraftMedia {
  const known = { facts: null, poster: null, previewUrl: null, altText: '', tags: [] }
  return { id: crypto.randomUUID(), kind, source: { url }, ...known }
}

/** The name of a media item: that of its file, or its URL. */
export function mediaName({ source }: Pick<DraftMedia, 'source'>): string {
  if ('file' in source) return source.file.name
  return 'upload' in source ? source.upload.name : source.url
}
