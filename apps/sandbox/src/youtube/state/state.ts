import type { CommentStore } from '../../comments/store.ts'
import type { Figures } from '../../figures/index.ts'
import type { HeldMedia } from '../../network.ts'
import { newestFirst } from '../../newest-first.ts'
import type { Comment } from './comment.ts'

/** Somebody with a Google account; `channelId` is null when it never made a channel. */
export interface Person {
  handle: string
  /** Google's number for the account. */
  subject: string
  email: string
  channelId: string | null
  title: string
  description: string
  country: string
  /** Milliseconds since the epoch. */
  joinedAt: number
  subscribers: number
  subscribersHidden: boolean
  /** Whether Analytics has anything to report about the channel. */
  hasFigures: boolean
  /** Whether the channel takes no comments on anything it uploads. */
  commentsOff: boolean
}

export type Privacy = 'public' | 'unlisted' | 'private'

export type FailureReason = 'conversion' | 'invalidFile' | 'emptyFile' | 'tooSmall' | 'codec' | 'uploadAborted'

export type RejectionReason =
  | 'copyright'
  | 'inappropriate'
  | 'duplicate'
  | 'termsOfUse'
  | 'uploaderAccountSuspended'
  | 'length'
  | 'claim'
  | 'uploaderAccountClosed'
  | 'trademark'
  | 'legal'

/** How processing ends. */
export type Outcome =
  | { kind: 'processed' }
  | { kind: 'failed'; reason: FailureReason }
  | { kind: 'rejected'; reason: RejectionReason }

/** What the uploader says about a video; the fields of a `video` resource that can be written. */
export interface Metadata {
  title: string
  description: string
  tags: string[]
  categoryId: string
  defaultLanguage: string | null
  defaultAudioLanguage: string | null
  privacyStatus: Privacy
  /** Milliseconds since the epoch; the video turns public then. */
  publishAt: number | null
  selfDeclaredMadeForKids: boolean | null
  containsSyntheticMedia: boolean
  embeddable: boolean
  license: 'youtube' | 'creativeCommon'
  publicStatsViewable: boolean
  recordingDate: string | null
  localizations: Record<string, { title: string; description: string }> | null
}

export interface Video extends Metadata {
  id: string
  channelId: string
  uploadedAt: number
  /** When processing ends on the sandbox's clock. */
  readyAt: number
  outcome: Outcome
  /** Milliseconds; null when the video does not say. */
  duration: number | null
  notifySubscribers: boolean
  media: HeldMedia[]
  views: number
  likes: number
  commentsOff: boolean
}

export interface State {
  people: Person[]
  videos: Video[]
  comments: CommentStore<Comment>
  /** Authors who may not comment any more, by channel; both are channel ids. */
  banned: Map<string, Set<string>>
  /** How many videos a channel may upload in any 24 hours, by channel; others have no such limit. */
  uploadLimits: Map<string, number>
  figures: Figures
}

const DAY_MS = 86_400_000

/** Whether a channel has uploaded as much as it may for now. */
export function hasReachedUploadLimit({ videos, uploadLimits }: State, channelId: string, now: number): boolean {
  const recent = videos.filter((video) => video.channelId === channelId && video.uploadedAt > now - DAY_MS)
  return recent.length >= (uploadLimits.get(channelId) ?? Number.POSITIVE_INFINITY)
}

/** The privacy of a video at a time: a scheduled video becomes public at its time. */
export function privacyAt(video: Video, now: number): Privacy {
  return video.publishAt !== null && video.publishAt <= now ? 'public' : video.privacyStatus
}

/** The playlist YouTube keeps for everything a channel uploads. */
export function uploadsPlaylist(channelId: string): string {
  return `UU${channelId.slice(2)}`
}

/** The channel's videos that this viewer may see in its list, newest first. */
export function uploadsSeenBy(
  state: State,
  { channelId, viewer, now }: { channelId: string; viewer: string | null; now: number },
): Video[] {
  const seen = state.videos
    .filter((video) => video.channelId === channelId)
    .filter((video) => viewer === channelId || privacyAt(video, now) === 'public')
  return newestFirst(seen, ({ uploadedAt }) => uploadedAt)
}
