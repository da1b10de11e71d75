import type { TokenPair } from '../../credentials.ts'
import type { CommentsPort } from '../../ports/comments.ts'
import { deleteComment, hideComment, likeComment } from './changes.ts'
import { readComments, readReplies } from './lists.ts'
import { unlessListed } from './missing-permission.ts'
import { readPost, readRecentPosts } from './posts.ts'
import { tiktokCommentWrite } from './write.ts'

export const tiktokComments: CommentsPort<'tiktok', TokenPair> = {
  recentPosts: readRecentPosts,
  post: readPost,
  page: (call, query) => readComments(call, query).catch((error: unknown) => unlessListed(call, query.postId, error)),
  replies: readReplies,
  reply: tiktokCommentWrite,
  hide: hideComment,
  like: likeComment,
  delete: deleteComment,
}
