import type { PostSummary, ReadPost } from '@carillon/domain'

/**
 * Converts a post of a network to its summary in lists of comments: `caption` is the text of the post, `commentsCount`
 * the number of comments that the network reports, or null.
 */
export function postSummary({
  providerId,
  text,
  thumbnailUrl,
  permalink,
  publishedAt,
  metrics,
}: ReadPost): PostSummary {
  return { id: providerId, caption: text, thumbnailUrl, permalink, publishedAt, commentsCount: metrics.comments }
}
