import type { GraphCall } from './graph/call.ts'
import { GraphError } from './graph/graph-error.ts'
import { hasScope } from './login/tokens.ts'
import type { Grant } from './state/grant.ts'
import type { InstagramAccount, Page, PageTask } from './state/people.ts'
import type { State } from './state/state.ts'

function missingPermission(code: 10 | 200, message: string): GraphError {
  return new GraphError(`(#${code}) ${message}`, { code, status: 403 })
}

/**
 * Requires that the user granted all of the scopes to the app.
 * @throws GraphError with the code `code` if a scope was not granted
 */
export function requireScopes({ token }: GraphCall, scopes: string[], code: 10 | 200): void {
  const missing = scopes.filter((scope) => !hasScope(token.grant, scope))
  if (missing.length > 0) throw missingPermission(code, `Requires ${missing.join(' and ')} permission`)
}

/**
 * Returns whether the user gave the app access to a Page: by selecting it in the login dialog, or by the permission
 * `business_management` if the user belongs to the business that owns the Page.
 */
export function coversPage(grant: Grant, page: Page, state: State): boolean {
  if (grant.pageIds.has(page.id)) return true
  const person = state.people.get(grant.subjectId)
  return (
    page.businessId !== null &&
    hasScope(grant, 'business_management') &&
    person?.businessIds.includes(page.businessId) === true
  )
}

function tasksOn(state: State, grant: Grant, page: Page): PageTask[] {
  return state.people.get(grant.subjectId)?.roles.find(({ pageId }) => pageId === page.id)?.tasks ?? []
}

/**
 * Requires that the user of a token has one of the tasks `oneOf` on a Page, and gave the app access to the Page.
 * @throws GraphError with code 200 if not
 */
export function requireTask({ token, state }: GraphCall, page: Page, oneOf: PageTask[]): void {
  const tasks = coversPage(token.grant, page, state) ? tasksOn(state, token.grant, page) : []
  if (!oneOf.some((task) => tasks.includes(task))) {
    throw missingPermission(200, `The user must have the ${oneOf.join(' or ')} task on the Page`)
  }
}

/**
 * Requires that the token of the call is a Page access token of this Page.
 * @throws GraphError with code 200 for any other token
 */
export function requirePageToken({ token }: GraphCall, page: Page): void {
  if (token.kind !== 'page') throw missingPermission(200, 'A Page access token is required for this call')
  if (token.pageId !== page.id) throw missingPermission(200, 'The Page access token is of another Page')
}

const PUBLISH_SCOPES = ['pages_manage_posts', 'pages_read_engagement', 'pages_show_list']
/** The permissions for reading the posts and comments on a Page. */
export const READ_SCOPES = ['pages_read_engagement', 'pages_read_user_content']

/**
 * Requires the token of this Page, the permissions for publishing, and a user with the task `CREATE_CONTENT`.
 * @throws GraphError with code 200 if any of these is missing
 * @see https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-20)
 */
export function requirePublishing(call: GraphCall, page: Page): void {
  requirePageToken(call, page)
  requireScopes(call, PUBLISH_SCOPES, 200)
  requireTask(call, page, ['CREATE_CONTENT'])
}

/**
 * Requires the token of this Page and the permissions `scopes`, by default those for reading a Page's content.
 * @throws GraphError with code 200 for any other token, with code 10 if a permission was not granted
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
export function requireReading(call: GraphCall, page: Page, scopes: string[] = READ_SCOPES): void {
  requirePageToken(call, page)
  requireScopes(call, scopes, 10)
}

/**
 * Requires access to the fields of a Page itself: the token of this Page, or of a user who has a task on it and gave
 * the app access to it, and one of the permissions `pages_show_list` and `pages_read_engagement`. Reading other Pages
 * needs a feature that the app does not have.
 * @throws GraphError with code 10 without this access
 */
export function requireOwnPage({ token, state }: GraphCall, page: Page): void {
  const own =
    token.kind === 'page'
      ? token.pageId === page.id
      : coversPage(token.grant, page, state) && tasksOn(state, token.grant, page).length > 0
  if (own && ['pages_show_list', 'pages_read_engagement'].some((scope) => hasScope(token.grant, scope))) return
  throw missingPermission(10, 'Requires pages_read_engagement permission or the Page Public Content Access feature')
}

/** Returns the Page to which an Instagram account is linked; undefined if none exists. */
export function pageOfInstagram(state: State, account: InstagramAccount): Page | undefined {
  return [...state.pages.values()].find(({ instagramId }) => instagramId === account.id)
}

type InstagramAct = 'read' | 'publish' | 'comments' | 'insights'

/**
 * The permissions for acts on an Instagram account, keyed by login and act.
 * @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media (read 2026-11-20)
 */
const INSTAGRAM_SCOPES: Record<'facebook' | 'instagram', Record<InstagramAct, string[]>> = {
  facebook: {
    read: ['instagram_basic', 'pages_read_engagement'],
    publish: ['instagram_basic', 'instagram_content_publish', 'pages_read_engagement'],
    insights: ['instagram_basic', 'instagram_manage_insights', 'pages_read_engagement'],
    comments: ['instagram_basic', 'instagram_manage_comments', 'pages_read_engagement'],
  },
  instagram: {
    read: ['instagram_business_basic'],
    publish: ['instagram_business_basic', 'instagram_business_content_publish'],
    insights: ['instagram_business_basic', 'instagram_business_manage_insights'],
    comments: ['instagram_business_basic', 'instagram_business_manage_comments'],
  },
}

/**
 * Returns whether a token gives access to an Instagram account: with Instagram Login, the token of this account; with
 * Facebook Login, the token of the linked Page, or of a user with a task on that Page, if the user gave access to the
 * Page and the account is not personal. Callers treat an account without access as unknown.
 */
export function reachesInstagram({ token, state, login }: GraphCall, account: InstagramAccount): boolean {
  if (login === 'instagram') return token.grant.subjectId === account.id
  const page = pageOfInstagram(state, account)
  if (page === undefined || account.accountType === 'Personal' || !coversPage(token.grant, page, state)) return false
  return token.kind === 'page' ? token.pageId === page.id : tasksOn(state, token.grant, page).length > 0
}

/**
 * Requires the permissions that the login of this host needs for `act` on an Instagram account. With Facebook Login,
 * publishing also requires the task `MANAGE` or `CREATE_CONTENT` on the linked Page, and every act requires
 * `ads_management` or `ads_read` if a business owns that Page.
 * @throws GraphError with code 10 if a permission was not granted, with code 200 without the task or ads permission
 */
export function requireInstagram(call: GraphCall, account: InstagramAccount, act: InstagramAct): void {
  requireScopes(call, INSTAGRAM_SCOPES[call.login][act], 10)
  const page = call.login === 'facebook' ? pageOfInstagram(call.state, account) : undefined
  if (page === undefined) return
  if (act === 'publish') requireTask(call, page, ['MANAGE', 'CREATE_CONTENT'])
  const { grant } = call.token
  if (page.businessId !== null && !hasScope(grant, 'ads_management') && !hasScope(grant, 'ads_read')) {
    throw missingPermission(200, 'The calling app is missing the ads_management or ads_read permission')
  }
}
