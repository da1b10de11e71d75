import type { ReportFields } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { textsOf } from '../../json.ts'
import { grantedPermissions, type Login } from '../../meta/login.ts'
import { hasTask } from '../../meta/pages.ts'
import { readAllPages } from '../../meta/read-pages.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import { loginOf } from '../login.ts'

type Reason = NonNullable<ReportFields['facebook.page-metrics']['insightsUnavailable']>

export const insightsScope = 'read_insights'

/** The task for reading insights. */
const insightsTask = 'ANALYZE'

/**
 * Reads the tasks that the user may perform on the Page; null if Graph does not list the Page for the user.
 * @see https://developers.facebook.com/docs/graph-api/reference/user/accounts (read 2026-11-20)
 */
async function tasksOf(call: FacebookCall, { app, dialect }: Login): Promise<string[] | null> {
  const { pageId } = requirePage(call)
  const pages = await readAllPages(call, dialect, {
    host: app.graph,
    path: '/me/accounts',
    operation: 'pages.list',
    access: { token: call.account.credentials.userToken, appSecret: app.clientSecret },
    query: { fields: 'id,tasks', limit: 100 },
  })
  const page = pages.find(({ id }) => id === pageId)
  return page === undefined ? null : textsOf(page['tasks'])
}

/**
 * Determines why Facebook rejected the read of insights, by reading the granted scopes and the user's tasks on the Page
 * instead of interpreting the text of the rejection. Returns `permission_missing` without the scope `read_insights`,
 * `analyze_task_missing` if the user lacks the task `ANALYZE`, and `provider_error` if neither is known to be missing
 * or these reads fail as well.
 */
export async function reasonFor(call: FacebookCall): Promise<Reason> {
  const login = loginOf(call)
  try {
    const [granted, tasks] = await Promise.all([
      grantedPermissions(call, login, call.account.credentials.userToken),
      tasksOf(call, login),
    ])
    if (!granted.includes(insightsScope)) return 'permission_missing'
    return tasks && !hasTask(tasks, [insightsTask]) ? 'analyze_task_missing' : 'provider_error'
  } catch (error) {
    if (error instanceof ProviderError) return 'provider_error'
    throw error
  }
}
