import type { PostSummary, ReadPost } from '@carillon/domain'

/** A post as lists of comments show it. */
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
