import type { HeldMedia } from '../../network.ts'

/** A post on a Page. */
export interface PagePost {
  /** The id, `<page id>_<number>`. */
  id: string
  pageId: string
  kind: 'text' | 'link' | 'image' | 'images' | 'reel' | 'video'
  text: string
  title: string | null
  description: string | null
  link: string | null
  media: HeldMedia[]
  /** The photos or the video that the post shows. */
  objectIds: string[]
  createdAt: number
  /** Whether `published_posts` shows it: reels are listed there unreliably. */
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
  createdAt: number
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
  createdAt: number
  title: string | null
  description: string | null
  /** Bytes promised; null until the uploader says. */
  fileSize: number | null
  chunks: Buffer[]
  received: number
  /** The chunked upload's session, null for reels and one-piece uploads. */
  sessionId: string | null
  /** When processing began; null while bytes are awaited. */
  finishedAt: number | null
  failure: VideoFailure | null
  draft: boolean
  /** Whether the check of copyrights failed, after which nothing happens any more. */
  stuck: boolean
  media: HeldMedia | null
  /** Known from the finish on, shown once the video is out. */
  postNumber: string
  postId: string | null
}

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
  shortcode: string
  createdAt: number
  likedBy: string[]
}

/** An Instagram media container, which is created first and published by a second call. */
export interface Container {
  id: string
  accountId: string
  kind: 'single' | 'child' | 'carousel'
  text: string
  medium: Omit<InstagramMedium, 'id'> | null
  children: Container[]
  collaborators: string[]
  isAiGenerated: boolean
  createdAt: number
  /** An Instagram error subcode: the image turned out to be undecodable after it was accepted. */
  failure: number | null
  publishedAs: string | null
}
