import type { Adapter } from '../adapter.ts'
import { settings } from '../settings.ts'
import { youtubeConnect } from './connect.ts'
import { parseCredentials, type YouTubeCredentials } from './credentials.ts'
import { connectDialect, uploadDialect, youtubeDialect } from './errors.ts'
import { youtubeDeletePost, youtubePosts } from './posts.ts'
import { youtubePublish } from './publish.ts'

export const youtube: Adapter<'youtube', YouTubeCredentials> = {
  settings: settings.youtube,
  credentials: { parse: parseCredentials },
  errors: { reading: youtubeDialect, connecting: connectDialect, uploading: uploadDialect },
  connect: youtubeConnect,
  publish: youtubePublish,
  posts: youtubePosts,
  deletePost: youtubeDeletePost,
}
