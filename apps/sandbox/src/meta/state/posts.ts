import type { HeldMedia } from '../../network.ts'

/** A post on a Page. */
export interface PagePost {
  /** The id, `<page id>_<number>`. */
  id: string
  pageId: string
  kind: 'text' | 'link' | 'image' | 'images' | 'reel' | 'video'
  text: string
  /** The title and description of a video or reel; null for other posts. */
  title: string | null
  description: string | null
  link: string | null
  media: HeldMedia[]
  /** The ids of the photos or the video in the post. */
  objectIds: string[]
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Whether `published_posts` lists the post. Meta lists reels there unreliably. */
  inFeed: boolean
  likedBy: string[]
  shares: number
}

export interface Photo {
  id: string
  pageId: string
  published: boolean
  text: string
  altText: string | null
  media: HeldMedia
  /** Milliseconds since the epoch. */
  createdAt: number
  /** The post that shows the photo; null while it is not published. */
  postId: string | null
}

export interface VideoFailure {
  phase: 'processing' | 'publishing'
  code: number
  message: string
}

/** A video or reel that is being uploaded or processed, or has been published. */
export interface Video {
  id: string
  pageId: string
  kind: 'reel' | 'video'
  /** Milliseconds since the epoch. */
  createdAt: number
  title: string | null
  description: string | null
  /** The size of the file in bytes that the client announced; null until then. */
  fileSize: number | null
  /** The bytes received so far; emptied when processing begins. Their number, `received`, is kept. */
  chunks: Buffer[]
  received: number
  /** The session id of a chunked upload; null for reels and for uploads in one request. */
  sessionId: string | null
  /** The time at which processing began, in ms since the epoch; null until all bytes have arrived. */
  finishedAt: number | null
  /** Why processing fails; null if it does not. */
  failure: VideoFailure | null
  /** Whether the video is kept as a draft after processing, instead of being published. */
  draft: boolean
  /** Whether the copyright check failed, after which the video is never processed. */
  stuck: boolean
  media: HeldMedia | null
  /** The number in the id of the post (`<page id>_<number>`), which is chosen before the post exists. */
  postNumber: string
  postId: string | null
}

/** A tagged user. `x` and `y` are fractions of the image's width and height, from 0 to 1. */
export interface UserTag {
  username: string
  x: number
  y: number
}

export interface InstagramMedium {
  id: string
  held: HeldMedia
  userTags: UserTag[]
}

export interface InstagramPost {
  id: string
  accountId: string
  kind: 'IMAGE' | 'CAROUSEL_ALBUM'
  text: string
  media: InstagramMedium[]
  collaborators: string[]
  isAiGenerated: boolean
  /** The part of the permalink that identifies the post. */
  shortcode: string
  /** Milliseconds since the epoch. */
  createdAt: number
  likedBy: string[]
}

/**
 * An Instagram media container: an image or carousel that was created by a first call, to be published by a second one.
 * `publishedAs` is the id of the post, null before. A carousel has `children` and no `medium`.
 */
export interface Container {
  id: string
  accountId: string
  kind: 'single' | 'child' | 'carousel'
  text: string
  medium: Omit<InstagramMedium, 'id'> | null
  children: Container[]
  collaborators: string[]
  isAiGenerated: boolean
  /** Milliseconds since the epoch. */
  createdAt: number
  /** The Instagram error subcode for an image that was accepted but could not be decoded; null for none. */
  failure: number | null
  publishedAs: string | null
}
