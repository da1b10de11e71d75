import type { PostSummary, ReadPost } from '@carillon/domain'

/** Returns a post in the shorter form that lists of comments contain. */
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
