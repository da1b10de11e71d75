import type { ReportFields } from '@carillon/domain'
import { countOf, type Fields, objectOf } from '../../json.ts'
import { readShrinking } from '../../meta/smaller-pages.ts'
import { requiredItems } from '../../required-fields.ts'
import { callPage } from '../client.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import { reportDialect } from '../errors.ts'

type Recent = Omit<ReportFields['facebook.page-metrics']['metrics'], 'followers' | 'fans'>

/** The number of newest posts that are summed; fewer if Facebook rejects that many as too much data. */
const newest = 25

const fields = 'id,shares,comments.limit(0).summary(total_count),reactions.limit(0).summary(total_count)'

function totalOf(edge: unknown): number | null {
  return countOf(objectOf(objectOf(edge)['summary'])['total_count'])
}

/** Sums counts over posts: 0 without posts, null if no post reports the count. */
function sumOf(counts: readonly (number | null)[]): number | null {
  const reported = counts.filter((count) => count !== null)
  if (reported.length === 0 && counts.length > 0) return null
  return reported.reduce((sum, count) => sum + count, 0)
}

/**
 * Sums reactions, comments and shares over posts of Graph. Likes include all kinds of reactions. A sum is 0 without
 * posts, and null if no post reports the count.
 */
export function recentPostsOf(posts: readonly Fields[]): Recent {
  return {
    recentPosts: posts.length,
    recentPostLikes: sumOf(posts.map((post) => totalOf(post['reactions']))),
    recentPostComments: sumOf(posts.map((post) => totalOf(post['comments']))),
    recentPostShares: sumOf(posts.map((post) => countOf(objectOf(post['shares'])['count']))),
  }
}

/**
 * Reads the Page's newest posts (25, or 10 if Facebook rejects 25 as too much data) and returns the sums of their
 * metrics. A sum is 0 without posts, and null if no post reports the count.
 * @throws ProviderError `page_not_selected` if the connection has no Page; otherwise the rejection of Facebook
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
export async function readRecentPosts(call: FacebookCall): Promise<Recent> {
  const { pageId } = requirePage(call)
  const body = await readShrinking([newest, 10], (limit) =>
    callPage(call, {
      dialect: reportDialect,
      method: 'GET',
      path: `/${pageId}/published_posts`,
      operation: 'posts.list',
      query: { fields, limit },
    }),
  )
  return recentPostsOf(requiredItems(body, 'data'))
}
