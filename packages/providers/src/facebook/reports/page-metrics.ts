import type { ReportFields } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { countOf, type Fields, idOf, stringOf } from '../../json.ts'
import type { Report } from '../../ports/reports.ts'
import { callPage } from '../client.ts'
import { type FacebookCall, type FacebookCredentials, requirePage } from '../credentials.ts'
import { reportDialect } from '../errors.ts'
import { insightsScope, reasonFor } from './insights-unavailable.ts'
import { readPageInsights } from './page-insights.ts'
import { readRecentPosts } from './recent-posts.ts'

type PageMetrics = ReportFields['facebook.page-metrics']
type Insights = Pick<PageMetrics, 'insights' | 'insightsUnavailable'>

const pageFields = 'id,name,username,category,link,followers_count,fan_count'

/**
 * The timeout of reading the insights, in ms. It is shorter than the timeout of the report, so that the report can
 * still be returned without insights.
 */
const insightsDeadlineMs = 15_000

/**
 * Builds the `page` field of a report from a Page of Graph. `pageId` is used if the response has no id; other missing
 * values become null.
 */
export function pageOf(pageId: string, page: Fields): PageMetrics['page'] {
  return {
    id: idOf(page['id']) ?? pageId,
    name: stringOf(page['name']),
    username: stringOf(page['username']),
    category: stringOf(page['category']),
    link: stringOf(page['link']),
  }
}

/**
 * Reads the Page's names, category and link, and its numbers of followers and fans.
 * @see https://developers.facebook.com/docs/graph-api/reference/page (read 2026-11-20)
 */
async function readPage(call: FacebookCall): Promise<Fields> {
  const { pageId } = requirePage(call)
  return callPage(call, {
    dialect: reportDialect,
    method: 'GET',
    path: `/${pageId}`,
    operation: 'accounts.get',
    query: { fields: pageFields },
  })
}

/** Returns whether an error means that the user lacks a permission or a task; Graph reports both in the same way. */
function isPermission(error: ProviderError): boolean {
  return error.code === 'connection_expired' && !error.tokenRejected
}

async function readInsights(call: FacebookCall, deadlineMs: number): Promise<Insights> {
  if (!call.account.scopes.includes(insightsScope)) {
    return { insights: null, insightsUnavailable: 'permission_missing' }
  }
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(deadlineMs)])
  try {
    return { insights: await readPageInsights(call, signal), insightsUnavailable: null }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const reason = isPermission(error) ? await reasonFor({ ...call, signal }) : 'provider_error'
    return { insights: null, insightsUnavailable: reason }
  }
}

/**
 * Returns the function that reads the report on a Page. If the insights fail or take longer than `deadlineMs`
 * milliseconds (15,000 if omitted), `insights` is null and `insightsUnavailable` is the reason. The function throws a
 * `ProviderError` if the Page or its posts cannot be read, with `page_not_selected` if the connection has no Page.
 */
export function pageMetrics(deadlineMs = insightsDeadlineMs): Report<'facebook', 'page-metrics', FacebookCredentials> {
  return async (call) => {
    const { pageId } = requirePage(call)
    const [page, recent, insights] = await Promise.all([
      readPage(call),
      readRecentPosts(call),
      readInsights(call, deadlineMs),
    ])
    const { followers_count: followers, fan_count: fans } = page
    return {
      page: pageOf(pageId, page),
      metrics: { followers: countOf(followers), fans: countOf(fans), ...recent },
      ...insights,
    }
  }
}
