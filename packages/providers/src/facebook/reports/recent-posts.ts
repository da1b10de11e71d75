import type { ReadPost, ReportFields } from '@carillon/domain'
import type { FacebookCall } from '../credentials.ts'
import { reportDialect } from '../errors.ts'
import { readNewestPosts } from '../posts.ts'

/** The number of newest posts that are summed. */
const count = 25

type Recent = Omit<ReportFields['facebook.page-metrics']['metrics'], 'followers' | 'fans'>

/** Sums counts over posts: 0 without posts, null if no post reports the count. */
function sumOf(counts: readonly (number | null)[]): number | null {
  const reported = counts.filter((count) => count !== null)
  if (reported.length === 0 && counts.length > 0) return null
  return reported.reduce((sum, count) => sum + count, 0)
}

/**
 * Sums likes, comments and shares over posts. Likes of a post are its reactions of all kinds. A sum is 0 without posts,
 * and null if no post reports the count.
 */
export function recentPostsOf(posts: readonly Pick<ReadPost, 'metrics'>[]): Recent {
  return {
    recentPosts: posts.length,
    recentPostLikes: sumOf(posts.map(({ metrics }) => metrics.likes)),
    recentPostComments: sumOf(posts.map(({ metrics }) => metrics.comments)),
    recentPostShares: sumOf(posts.map(({ metrics }) => metrics.shares)),
  }
}

/**
 * Reads the Page's newest posts, reels included, at most 25 in all, and returns the sums of their metrics. A sum is 0
 * without posts, and null if no post reports the count.
 * @throws ProviderError `page_not_selected` if the connection has no Page; otherwise the rejection of Facebook
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
export async function readRecentPosts(call: FacebookCall): Promise<Recent> {
  return recentPostsOf(await readNewestPosts(call, { count, dialect: reportDialect }))
}
