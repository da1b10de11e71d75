import type { CommentsPort } from '../../ports/comments.ts'
import type { Credentials } from '../credentials.ts'
import { deleteComment, hideComment, postOfComment } from './changes.ts'
import { authorOf } from './comment.ts'
import { readComments, readReplies } from './lists.ts'
import { readPost, readRecentPosts } from './posts.ts'
import { instagramReply } from './reply.ts'
import { unlessThere } from './unknown-post.ts'

export const instagramComments: CommentsPort<'instagram', Credentials> = {
  recentPosts: readRecentPosts,
  post: readPost,
  page: (call, query) => readComments(call, query).catch((error: unknown) => unlessThere(call, query, error)),
  replies: readReplies,
  postOf: postOfComment,
  authorOf: ({ displayIdentifier }) => authorOf(displayIdentifier ?? ''),
  reply: instagramReply,
  hide: hideComment,
  delete: deleteComment,
}
