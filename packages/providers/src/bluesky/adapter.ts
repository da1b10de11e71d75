import type { Adapter } from '../adapter.ts'
import { settings } from '../settings.ts'
import { blueskyDeletePost } from './delete-post.ts'
import { dialect, errorRules, imageRules, videoRules, videoServiceRules } from './errors.ts'
import { blueskyConnect } from './oauth/connect.ts'
import { blueskyPosts } from './posts.ts'
import { blueskyPublish } from './publish.ts'
import { blueskyResponses } from './responses.ts'
import { type Credentials, parseCredentials } from './session.ts'

export const bluesky: Adapter<'bluesky', Credentials> = {
  settings: settings.bluesky,
  credentials: { parse: parseCredentials },
  responses: blueskyResponses,
  errors: {
    'calling a server': dialect(errorRules),
    'uploading an image': dialect(imageRules),
    'uploading a video': dialect(videoRules),
    'calling the video service': dialect(videoServiceRules),
  },
  connect: blueskyConnect,
  publish: blueskyPublish,
  posts: blueskyPosts,
  deletePost: blueskyDeletePost,
}
