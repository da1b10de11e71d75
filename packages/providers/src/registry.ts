import type { PlatformWith, PublishPlatform } from '@carillon/domain'
import { blueskyConnect, blueskyDeletePost, blueskyPosts, blueskyPublish } from './bluesky/ports.ts'
import { facebookConnect } from './facebook/connect.ts'
import { facebookDeletePost } from './facebook/delete-post.ts'
import { facebookPosts } from './facebook/posts.ts'
import { facebookPublish } from './facebook/publish.ts'
import { instagramConnect } from './instagram/connect.ts'
import { instagramPosts } from './instagram/posts.ts'
import { instagramPublish } from './instagram/publish.ts'
import type { ConnectPort } from './ports/connect.ts'
import type { DeletePostPort, PostsPort } from './ports/posts.ts'
import type { PublishPort } from './ports/publish.ts'
import { tiktokConnect } from './tiktok/connect.ts'
import { tiktokPosts } from './tiktok/posts.ts'
import { tiktokPublish } from './tiktok/publish.ts'
import { xConnect } from './x/connect.ts'
import { xDeletePost } from './x/delete-post.ts'
import { xPosts } from './x/posts.ts'
import { xPublish } from './x/publish.ts'
import { youtubeConnect } from './youtube/connect.ts'
import { youtubeDeletePost, youtubePosts } from './youtube/posts.ts'
import { youtubePublish } from './youtube/publish.ts'

/** The adapters, by what they can do and for which network: the mapped types take no hole and no superfluous one. */
export interface Registry {
  connect: { [P in PlatformWith<'connect'>]: ConnectPort }
  publish: { [P in PublishPlatform]: PublishPort<P> }
  posts: { [P in PlatformWith<'posts.list'>]: PostsPort }
  deletePost: { [P in PlatformWith<'posts.delete'>]: DeletePostPort }
}

export const registry: Registry = {
  connect: {
    instagram: instagramConnect,
    facebook: facebookConnect,
    bluesky: blueskyConnect,
    tiktok: tiktokConnect,
    youtube: youtubeConnect,
    x: xConnect,
  },
  publish: {
    instagram: instagramPublish,
    facebook: facebookPublish,
    bluesky: blueskyPublish,
    tiktok: tiktokPublish,
    youtube: youtubePublish,
    x: xPublish,
  },
  posts: {
    facebook: facebookPosts,
    instagram: instagramPosts,
    bluesky: blueskyPosts,
    tiktok: tiktokPosts,
    youtube: youtubePosts,
    x: xPosts,
  },
  deletePost: { facebook: facebookDeletePost, bluesky: blueskyDeletePost, youtube: youtubeDeletePost, x: xDeletePost },
}
