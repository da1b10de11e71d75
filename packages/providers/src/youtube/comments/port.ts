import type { CommentsPort } from '../../ports/comments.ts'
import type { YouTubeCredentials } from '../credentials.ts'
import { deleteComment, hideComment } from './changes.ts'
import { readComments, readNewest, readReplies } from './lists.ts'
import { unlessOwnVideo } from './own-object.ts'
import { readPost, readRecentPosts } from './posts.ts'
import { youtubeCommentWrite } from './write.ts'

export const youtubeComments: CommentsPort<'youtube', YouTubeCredentials> = {
  recentPosts: readRecentPosts,
  post: readPost,
  page: (call, query) => readComments(call, query).catch((error: unknown) => unlessOwnVideo(call, query.postId, error)),
  replies: readReplies,
  newest: readNewest,
  reply: youtubeCommentWrite,
  hide: hideComment,
  delete: deleteComment,
}
