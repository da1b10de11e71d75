import type { PostSummary, ReadPost } from '@carillon/domain'

/**
 * Converts a post of a network to the summary that Carillon returns with comments: `caption` is the text of the post,
 * `commentsCount` the number of its comments, or null if the network reports none.
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
