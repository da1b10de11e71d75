import type { Platform } from '@carillon/client'
import type { MediaKind } from './post-schema.ts'

/** A user who is tagged in an image; 0 to 1 from its left and its top. */
export interface UserTag {
  username: string
  x: number
  y: number
}

export interface DraftMedia {
  id: string
  kind: MediaKind
  source: { file: File; previewUrl: string } | { url: string }
  altText: string
  tags: readonly UserTag[]
}

export interface DraftPart {
  id: string
  text: string
  media: readonly DraftMedia[]
}

export type SettingValue = string | number | boolean | readonly string[]

/** The draft: one post, or a thread, for several accounts. */
export interface Draft {
  accountIds: readonly string[]
  title: string
  first: DraftPart
  thread: readonly DraftPart[]
  /** Fields that only some networks have. */
  settings: Readonly<Partial<Record<Platform, Readonly<Record<string, SettingValue>>>>>
  /** The media field to use on a network that has several for the same media. */
  slots: Readonly<Partial<Record<Platform, string>>>
}

export function newPart(): DraftPart {
  return { id: crypto.randomUUID(), text: '', media: [] }
}

export function newDraft(accountIds: readonly string[]): Draft {
  return { accountIds, title: '', first: newPart(), thread: [], settings: {}, slots: {} }
}

const videoEndings = /\.(?:mp4|mov|webm|m4v)(?:[?#]|$)/i

/** The kind of media that a URL most likely leads to; the user can correct it. */
export function kindOfUrl(url: string): MediaKind {
  return videoEndings.test(url) ? 'video' : 'image'
}

export function mediaOfFile(file: File): DraftMedia {
  return {
    id: crypto.randomUUID(),
    kind: file.type.startsWith('video/') ? 'video' : 'image',
    source: { file, previewUrl: URL.createObjectURL(file) },
    altText: '',
    tags: [],
  }
}

export function mediaOfUrl(url: string, kind: MediaKind): DraftMedia {
  return { id: crypto.randomUUID(), kind, source: { url }, altText: '', tags: [] }
}

/** How an item is called: the name of its file, or its URL. */
export function mediaName({ source }: Pick<DraftMedia, 'source'>): string {
  return 'file' in source ? source.file.name : source.url
}

/** All files of a draft. */
export function filesOf({ first, thread }: Pick<Draft, 'first' | 'thread'>): File[] {
  const media = [first, ...thread].flatMap((part) => part.media)
  return media.flatMap(({ source }) => ('file' in source ? [source.file] : []))
}
