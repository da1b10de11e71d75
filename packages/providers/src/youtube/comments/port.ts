import type { CommentsPort } from '../../ports/comments.ts'
import type { YouTubeCredentials } from '../credentials.ts'
import { deleteComment, hideComment } from './changes.ts'
import { readComments, readNewest, readReplies } from './lists.ts'
import { readPost, readRecentPosts } from './posts.ts'
import { youtubeCommentWrite } from './write.ts'

export const youtubeComments: CommentsPort<'youtube', YouTubeCredentials> = {
  recentPosts: readRecentPosts,
  post: readPost,
  page: readComments,
  replies: readReplies,
  newest: readNewest,
  reply: youtubeCommentWrite,
  hide: hideComment,
  delete: deleteComment,
}
