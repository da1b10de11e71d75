import type { CommentStore } from '../../comments/store.ts'
import type { Figures } from '../../figures/index.ts'
import type { HeldMedia } from '../../network.ts'
import { newestFirst } from '../../newest-first.ts'
import type { Comment } from './comment.ts'

/** A Google user, with the user's channel. `channelId` is null if the user has no channel. */
export interface Person {
  handle: string
  /** The user's Google account id, which `login_hint` accepts too. */
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
  /** Whether Analytics has data about the channel. */
  hasFigures: boolean
  /** Whether comments are turned off for all of the channel's new videos. */
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

/** The result of processing a video. */
export type Outcome =
  | { kind: 'processed' }
  | { kind: 'failed'; reason: FailureReason }
  | { kind: 'rejected'; reason: RejectionReason }

/** The fields of a video that the uploader sets. */
export interface Metadata {
  title: string
  description: string
  tags: string[]
  categoryId: string
  defaultLanguage: string | null
  defaultAudioLanguage: string | null
  privacyStatus: Privacy
  /** When a private video becomes public, in milliseconds since the epoch; null if it is not scheduled. */
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
  /** Milliseconds since the epoch. */
  uploadedAt: number
  /** When processing ends, in milliseconds since the epoch on the sandbox's clock. */
  readyAt: number
  outcome: Outcome
  /** The duration in milliseconds; null if it could not be read from the file. */
  duration: number | null
  notifySubscribers: boolean
  media: HeldMedia[]
  /** The views when the sandbox started, and the likes then and those that tests gave: see `videoCount`. */
  views: number
  likes: number
  commentsOff: boolean
}

export interface State {
  people: Person[]
  videos: Video[]
  comments: CommentStore<Comment>
  /** The channel ids of authors who are banned from commenting, keyed by channel id. */
  banned: Map<string, Set<string>>
  /** The maximum number of uploads in any 24 hours, keyed by channel id. A channel that is not listed has no limit. */
  uploadLimits: Map<string, number>
  figures: Figures
}

const DAY_MS = 86_400_000

/**
 * Returns whether a channel has as many videos that were uploaded in the 24 hours before `now` (ms since the epoch) as
 * its upload limit allows; deleted videos do not count. Only `POST /person/upload-limit` sets a limit; without one,
 * returns false.
 */
export function hasReachedUploadLimit({ videos, uploadLimits }: State, channelId: string, now: number): boolean {
  const recent = videos.filter((video) => video.channelId === channelId && video.uploadedAt > now - DAY_MS)
  return recent.length >= (uploadLimits.get(channelId) ?? Number.POSITIVE_INFINITY)
}

/** Returns the privacy of a video at `now` (ms since the epoch). A scheduled video becomes public at its time. */
export function privacyAt(video: Video, now: number): Privacy {
  return video.publishAt !== null && video.publishAt <= now ? 'public' : video.privacyStatus
}

/**
 * Returns when a video was published, in ms since the epoch: at its scheduled time if that has passed at `now`,
 * otherwise at its upload.
 */
export function publishedAt(video: Video, now: number): number {
  return video.publishAt !== null && video.publishAt <= now ? video.publishAt : video.uploadedAt
}

/** Returns the id of the playlist that contains all uploads of a channel. */
export function uploadsPlaylist(channelId: string): string {
  return `UU${channelId.slice(2)}`
}

/**
 * Returns the uploads of a channel that a viewer, given by channel id or null, can see at `now` (ms since the epoch),
 * newest first: all of the viewer's own ones, otherwise the public ones.
 */
export function uploadsSeenBy(
  state: State,
  { channelId, viewer, now }: { channelId: string; viewer: string | null; now: number },
): Video[] {
  const seen = state.videos
    .filter((video) => video.channelId === channelId)
    .filter((video) => viewer === channelId || privacyAt(video, now) === 'public')
  return newestFirst(seen, ({ uploadedAt }) => uploadedAt)
}
