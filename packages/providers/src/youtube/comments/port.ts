import { ProviderError } from '../../error-rules.ts'
import type { CommentPage, CommentsPort } from '../../ports/comments.ts'
import type { YouTubeCall, YouTubeCredentials } from '../credentials.ts'
import { deleteComment, hideComment } from './changes.ts'
import { readComments, readNewest, readReplies } from './lists.ts'
import { readPost, readRecentPosts } from './posts.ts'
import { youtubeCommentWrite } from './write.ts'

/**
 * Returns a function that reads pages as `read` does, and throws `invalid_request` if the next page would be the same
 * one again. In 2024 YouTube ignored the page tokens of replies for a while, and such a list has no end.
 * @see https://github.com/Benjamin-Loison/YouTube-operational-API/issues/275 (read 2026-11-28)
 */
function advancing<Query extends { cursor: string | null }>(
  read: (call: YouTubeCall, query: Query) => Promise<CommentPage>,
): typeof read {
  return async (call, query) => {
    const page = await read(call, query)
    if (page.next === null || page.next !== query.cursor) return page
    throw new ProviderError('invalid_request', 'cursor: YouTube returns the same page again', 'rejected')
  }
}

export const youtubeComments: CommentsPort<'youtube', YouTubeCredentials> = {
  recentPosts: readRecentPosts,
  post: readPost,
  page: advancing(readComments),
  replies: advancing(readReplies),
  newest: readNewest,
  reply: youtubeCommentWrite,
  hide: hideComment,
  delete: deleteComment,
}
