import type { Adapter } from '../adapter.ts'
import { parseTokenPair, type TokenPair } from '../credentials.ts'
import { settings } from '../settings.ts'
import { xDialect } from './call-x.ts'
import { xConnect } from './connect.ts'
import { xDeletePost } from './delete-post.ts'
import { connectErrors } from './errors.ts'
import { xPosts } from './posts.ts'
import { xPublish } from './publish.ts'
import { xResponses } from './responses.ts'

export const x: Adapter<'x', TokenPair> = {
  settings: settings.x,
  credentials: { parse: parseTokenPair },
  responses: xResponses,
  errors: {
    connecting: { ...xDialect('oauth'), rules: connectErrors },
    reading: xDialect('read'),
    'uploading media': xDialect('media'),
    publishing: xDialect('posts'),
    deleting: xDialect('delete'),
  },
  connect: xConnect,
  publish: xPublish,
  posts: xPosts,
  deletePost: xDeletePost,
}
