import type { CommentsPort } from '../../ports/comments.ts'
import type { FacebookCredentials } from '../credentials.ts'
import { deleteComment, hideComment } from './changes.ts'
import { authorOf } from './comment.ts'
import { readComments, readReplies } from './lists.ts'
import { readPost, readRecentPosts } from './posts.ts'
import { unlessThere } from './unknown-post.ts'
import { facebookCommentWrite } from './write.ts'

export const facebookComments: CommentsPort<'facebook', FacebookCredentials> = {
  recentPosts: readRecentPosts,
  post: readPost,
  page: (call, query) => readComments(call, query).catch((error: unknown) => unlessThere(call, query, error)),
  replies: readReplies,
  authorOf: ({ providerId, displayName, avatarUrl }) =>
    authorOf({ id: providerId, name: displayName, imageUrl: avatarUrl }),
  reply: facebookCommentWrite,
  hide: hideComment,
  delete: deleteComment,
}
