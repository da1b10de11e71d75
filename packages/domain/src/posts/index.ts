import type { PlatformWith } from '../capabilities.ts'
import type { JSONSchema } from '../schema.ts'
import { type BlueskyPost, blueskyPost } from './bluesky.ts'
import { type FacebookPost, facebookPost } from './facebook.ts'
import { type InstagramPost, instagramPost } from './instagram.ts'
import { type TiktokPost, tiktokPost } from './tiktok.ts'
import { type XPost, xPost } from './x.ts'
import { type YoutubePost, youtubePost } from './youtube.ts'

export { postAppearances } from './appearances.ts'
export { deferredFields } from './media-item.ts'
export { settingHints } from './setting-hints.ts'
export { textLengths } from './text-length.ts'

/**
 * The body schemas of a publish request, keyed by platform. `x-name` is the name of the schema in the OpenAPI document.
 */
export const postSchemas = {
  instagram: instagramPost,
  facebook: facebookPost,
  tiktok: tiktokPost,
  youtube: youtubePost,
  x: xPost,
  bluesky: blueskyPost,
} as const satisfies { [P in PlatformWith<'posts.publish'>]: JSONSchema & { 'x-name': `${Capitalize<P>}Post` } }

/** The fields that make up the displayed text of a post, in order, keyed by platform. */
export const textFields: Readonly<Record<PublishPlatform, readonly string[]>> = {
  instagram: ['caption'],
  facebook: ['message'],
  tiktok: ['tiktok_title', 'tiktok_description'],
  youtube: ['title', 'description'],
  x: ['text'],
  bluesky: ['text'],
}

/** The TypeScript types of `postSchemas`, keyed by platform. */
export interface PostBodies {
  instagram: InstagramPost
  facebook: FacebookPost
  tiktok: TiktokPost
  youtube: YoutubePost
  x: XPost
  bluesky: BlueskyPost
}

export type PublishPlatform = PlatformWith<'posts.publish'>
export type PostBody = PostBodies[PublishPlatform]
