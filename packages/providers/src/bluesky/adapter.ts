import type { Adapter } from '../adapter.ts'
import { settings } from '../settings.ts'
import { blueskyDeletePost } from './delete-post.ts'
import { dialect, errorRules, imageRules, videoRules, videoServiceRules } from './errors.ts'
import { blueskyConnect } from './oauth/connect.ts'
import { blueskyPosts } from './posts.ts'
import { blueskyPublish } from './publish.ts'
import { blueskyResponses } from './responses.ts'
import { type Credentials, parseCredentials } from './session.ts'

const now = () => new Date()

export const bluesky: Adapter<'bluesky', Credentials> = {
  settings: settings.bluesky,
  credentials: { parse: parseCredentials },
  responses: blueskyResponses,
  errors: {
    'calling a server': dialect(errorRules, now),
    'uploading an image': dialect(imageRules, now),
    'uploading a video': dialect(videoRules, now),
    'calling the video service': dialect(videoServiceRules, now),
  },
  connect: blueskyConnect,
  publish: blueskyPublish,
  posts: blueskyPosts,
  deletePost: blueskyDeletePost,
}
