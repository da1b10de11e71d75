import type { Platform } from '@carillon/client'
import { type EditedSchedule, now, type OnLate, usualOnLate, type When } from './when.ts'

export type MediaKind = 'image' | 'video'

/** A user who is tagged in an image; 0 to 1 from its left and its top. */
export interface UserTag {
  username: string
  x: number
  y: number
}

/** What is known of a file without sending it. Pixels as displayed; null if the browser cannot show it. */
export interface KnownFacts {
  contentType: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
}

/** A file of an earlier visit: the browser no longer has it, the service may. */
export interface KeptUpload {
  /** Null if the upload had not begun. */
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
  /** A small image of it, which is shown when the file itself is not at hand. */
  poster: Blob | null
  /** The URL of the file or its poster in this tab. */
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

/** What is written: one post, or a thread. */
export interface PostContent {
  title: string
  first: DraftPart
  thread: readonly DraftPart[]
}

/** A request that publishes or schedules the draft on one account, noted before it is sent. */
export interface Sending {
  accountId: string
  requestId: string
  /** Since when, in milliseconds since 1970. */
  at: number
  /** Whether it schedules the post, instead of publishing it at once. */
  isScheduling: boolean
}

/** The draft for several accounts. */
export interface Draft extends PostContent {
  id: string
  accountIds: readonly string[]
  /** What is written for one network alone, in the place of what is written for all. */
  own: Readonly<Partial<Record<Platform, PostContent>>>
  /** Fields that only some networks have. */
  settings: Readonly<Partial<Record<Platform, Readonly<Record<string, SettingValue>>>>>
  /** The media field to use on a network that has several for the same media. */
  slots: Readonly<Partial<Record<Platform, string>>>
  /** Requests whose result is not known yet. */
  sendings: readonly Sending[]
  /** Why a publish failed that this draft repeats, or what has to be known of a schedule that it changes. */
  reason: string | null
  when: When
  onLate: OnLate
  /** The schedule that the draft changes; null for a new post. */
  edited: EditedSchedule | null
}

/** Changes a value, given as it is when the change is made. */
export type Change<T> = (update: (before: T) => T) => void

export function newPart(): DraftPart {
  return { id: crypto.randomUUID(), text: '', media: [] }
}

export function newDraft(id: string, accountIds: readonly string[] = [], when: When = now): Draft {
  const content = { title: '', first: newPart(), thread: [] }
  const sent = { sendings: [], reason: null, when, onLate: usualOnLate, edited: null }
  return { ...content, id, accountIds, own: {}, settings: {}, slots: {}, ...sent }
}

/** What is published on a network. */
export function contentFor(draft: Draft, platform: Platform): PostContent {
  return draft.own[platform] ?? draft
}

/** The same content for a network alone, ready to be changed. */
export function copyOf({ title, first, thread }: PostContent): PostContent {
  const copied = (part: DraftPart): DraftPart => ({
    ...part,
    id: crypto.randomUUID(),
    media: part.media.map((one) => ({ ...one, id: crypto.randomUUID() })),
  })
  return { title, first: copied(first), thread: thread.map(copied) }
}

export const partsOf = ({ first, thread }: PostContent): readonly DraftPart[] => [first, ...thread]

/** All media that are written into the draft, those of single networks included. */
export function mediaOf(draft: Draft): DraftMedia[] {
  return [draft, ...Object.values(draft.own)].flatMap(partsOf).flatMap(({ media }) => media)
}

const filesIn = (media: readonly DraftMedia[]) => media.flatMap(({ source }) => ('file' in source ? [source.file] : []))

/** The files of what is published on a network, each once. */
export function filesFor(draft: Draft, platform: Platform): File[] {
  return [...new Set(filesIn(partsOf(contentFor(draft, platform)).flatMap(({ media }) => media)))]
}

/** All files of a draft, each once. */
export function filesOf(draft: Draft): File[] {
  return [...new Set(filesIn(mediaOf(draft)))]
}

const isEmptyPart = ({ text, media }: DraftPart) => text.trim() === '' && media.length === 0

/** Whether nothing would be lost with a draft. */
export function isEmpty(draft: Draft): boolean {
  const contents = [draft, ...Object.values(draft.own)]
  const isBlank = contents.every((content) => content.title.trim() === '' && partsOf(content).every(isEmptyPart))
  const hasSettings = Object.values(draft.settings).some((values) => Object.keys(values).length > 0)
  return isBlank && !hasSettings && draft.sendings.length === 0
}

const videoEndings = /\.(?:mp4|mov|webm|m4v)(?:[?#]|$)/i

/** The kind of media that a URL most likely leads to; the user can correct it. */
export function kindOfUrl(url: string): MediaKind {
  return videoEndings.test(url) ? 'video' : 'image'
}

export function mediaOfUrl(url: string, kind: MediaKind): DraftMedia {
  const known = { facts: null, poster: null, previewUrl: null, altText: '', tags: [] }
  return { id: crypto.randomUUID(), kind, source: { url }, ...known }
}

/** How an item is called: the name of its file, or its URL. */
export function mediaName({ source }: Pick<DraftMedia, 'source'>): string {
  if ('file' in source) return source.file.name
  return 'upload' in source ? source.upload.name : source.url
}
