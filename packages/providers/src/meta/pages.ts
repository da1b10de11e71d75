import type { AppCall } from '../call-context.ts'
import { ProviderError } from '../error-rules.ts'
import { type Fields, idOf, objectOf, textOf } from '../json.ts'
import { codesOf } from './codes.ts'
import { tokenCodes } from './errors.ts'
import type { Login } from './login.ts'
import { readAllPages } from './read-pages.ts'

/** A Facebook Page that a user may manage, with the access token for it. */
export interface AuthorizedPage {
  id: string
  name: string | null
  username: string | null
  imageUrl: string | null
  /** The Page's access token for this user. It does not expire if it was read with a long-lived user token. */
  token: string
  /**
   * The tasks that the user may perform on the Page; null if Meta does not report them, as for Pages found through a
   * business.
   */
  tasks: string[] | null
  /** The Page as Meta returned it, with the additional fields that were requested. */
  raw: Fields
}

/** The task that includes all others. */
const fullControl = 'FULL_CONTROL'

/**
 * Returns whether a user may perform one of the tasks `wanted` on a Page, such as `ANALYZE`, given the tasks that Meta
 * reports: `FULL_CONTROL` includes all. Those of Pages in the new experience have the prefix `PROFILE_PLUS_`.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/business/owned_businesses
 *   (read 2026-11-29)
 */
export function hasTask(tasks: readonly string[], wanted: readonly string[]): boolean {
  return tasks.some((task) => [...wanted, fullControl].includes(task.replace(/^PROFILE_PLUS_/, '')))
}

const pageFields = 'id,name,username,access_token,tasks,picture{url}'
/** Page sizes in the order in which they are tried. */
const sizes = [100, 25] as const
/** The maximum number of pages of one list that are read: 2,500 Pages at least. */
const maxPages = 100
/** The maximum number of lists of Pages of businesses that are read at the same time. */
const listsAtOnce = 8

function authorizedPage(raw: Fields): AuthorizedPage[] {
  const [id, token] = [idOf(raw['id']), textOf(raw['access_token'])]
  // Without a token the user's role does not allow the app to act on the Page.
  if (id === null || token === null) return []
  const { tasks } = raw
  return [
    {
      id,
      name: textOf(raw['name']),
      username: textOf(raw['username']),
      imageUrl: textOf(objectOf(objectOf(raw['picture'])['data'])['url']),
      token,
      tasks: Array.isArray(tasks) ? tasks.flatMap((task) => textOf(task) ?? []) : null,
      raw,
    },
  ]
}

interface PageQuery {
  /** The user's token. */
  token: string
  /** The scopes that the user granted. */
  scopes: readonly string[]
  /** Additional fields to read, separated by commas. */
  fields?: string
}

/**
 * Reads the Pages that a user granted: those of `me/accounts` and, with the scope `business_management`, those of the
 * user's businesses, which need not be selected in the dialog. Lists of businesses that Meta does not let the user read
 * are skipped, and so are Pages for which Meta returns no access token. Each Page is listed once.
 * @throws ProviderError translated by the dialect of `login` if Meta rejects the call to `me/accounts`, or rejects the
 *   access token or limits the rate of any call; `provider_error` if any call gets no response or fails at Meta, or if
 *   a list has more Pages than can be read
 * @see https://developers.facebook.com/docs/graph-api/reference/user/accounts (read 2026-11-20)
 */
export async function listPages(call: AppCall, login: Login, query: PageQuery): Promise<AuthorizedPage[]> {
  const own = await readPages(call, login, { ...query, path: '/me/accounts' })
  const businesses = query.scopes.includes('business_management') ? await businessPages(call, login, query) : []
  const byId = new Map([...businesses, ...own].map((page) => [page.id, page]))
  const order = new Set([...own, ...businesses].map(({ id }) => id))
  return [...order].flatMap((id) => byId.get(id) ?? [])
}

async function readPages(
  call: AppCall,
  { app, dialect }: Login,
  { path, token, fields }: PageQuery & { path: string },
): Promise<AuthorizedPage[]> {
  const items = await readAllPages(call, dialect, {
    host: app.graph,
    path,
    operation: 'pages.list',
    access: { token, appSecret: app.clientSecret },
    query: { fields: fields === undefined ? pageFields : `${pageFields},${fields}` },
    sizes,
    maxPages,
  })
  return items.flatMap(authorizedPage)
}

/**
 * Reads the Pages that the user's businesses own or manage for clients. Lists that Meta does not let the user read
 * are skipped. A Page may be listed several times.
 * @see https://developers.facebook.com/docs/graph-api/reference/business/owned_pages (read 2026-11-20)
 */
async function businessPages(call: AppCall, login: Login, query: PageQuery): Promise<AuthorizedPage[]> {
  const businesses = await unlessUnreadable(
    readAllPages(call, login.dialect, {
      host: login.app.graph,
      path: '/me/businesses',
      operation: 'businesses.list',
      access: { token: query.token, appSecret: login.app.clientSecret },
      query: { fields: 'id', limit: 100 },
    }),
  )
  const paths = businesses
    .flatMap(({ id }) => idOf(id) ?? [])
    .flatMap((id) => [`/${id}/owned_pages`, `/${id}/client_pages`])
  const pages: AuthorizedPage[] = []
  for (let first = 0; first < paths.length; first += listsAtOnce) {
    const group = paths.slice(first, first + listsAtOnce)
    const lists = group.map((path) => unlessUnreadable(readPages(call, login, { ...query, path })))
    pages.push(...(await Promise.all(lists)).flat())
  }
  return pages
}

/**
 * Returns an empty list if Meta rejects the reading of this list. A rejected token and a rate limit, which Meta or its
 * error rule gives a time to wait, are thrown: they concern every list, and Pages would be missing unnoticed.
 */
async function unlessUnreadable<T>(reading: Promise<T[]>): Promise<T[]> {
  try {
    return await reading
  } catch (error) {
    const isRejected = error instanceof ProviderError && error.outcome === 'rejected' && error.retryAfter === undefined
    if (isRejected && !tokenCodes.some((code) => code === codesOf(error).code)) return []
    throw error
  }
}
