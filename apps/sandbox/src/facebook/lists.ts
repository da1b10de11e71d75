import { coversPage, requireReading, requireScopes } from '../meta/authority.ts'
import { type GraphCall, linkTo, selectionsOf } from '../meta/graph/call.ts'
import { type Shape, show } from '../meta/graph/fields.ts'
import { rejectHeavy } from '../meta/graph/heavy-page.ts'
import { cutPage, PAGING_PARAMETERS, within } from '../meta/graph/paging.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import { hasScope } from '../meta/login/tokens.ts'
import type { Page, Person } from '../meta/state/people.ts'
import { newestFirst } from '../newest-first.ts'
import { postShape } from './post-shape.ts'
import { pageShape } from './shapes.ts'
import { settleVideos } from './video-file.ts'
import { videoShape } from './video-file-shape.ts'

const MAX_LIMIT = 100

/**
 * Builds one page of a list in Graph's format from `all`, which are in the order of the response. The default limit is
 * 25, the maximum 100.
 * @throws GraphError with code 100 for an invalid limit, cursor or field, with code 2500 if `fields` is malformed
 */
function listPage<T extends { id: string }>(call: GraphCall, shape: Shape<T, GraphCall>, all: T[]): unknown {
  const selections = selectionsOf(call)
  const { items, paging } = cutPage(all, call.parameters, {
    usual: 25,
    max: MAX_LIMIT,
    link: (cursor) => linkTo(call, cursor),
  })
  return { data: items.map((item) => show(shape, item, selections, call)), ...(paging && { paging }) }
}

function listed<T extends { createdAt: number }>(call: GraphCall, items: Iterable<T>): T[] {
  return newestFirst(within([...items], call.parameters), ({ createdAt }) => createdAt)
}

/**
 * Handles `GET /{page}/published_posts` and `/feed`: lists the posts of a Page, without reels, newest first.
 * @throws GraphError if the token is not that of the Page, a permission is missing, or a parameter is invalid
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
export function listPosts(page: Page, call: GraphCall): unknown {
  requireReading(call, page)
  rejectHeavy(call)
  allowOnly(call.parameters, ['fields', 'include_hidden', 'show_expired', 'with', ...PAGING_PARAMETERS])
  settleVideos(call.state, call.settings.videoMs)
  const posts = [...call.state.pagePosts.values()].filter(({ pageId, inFeed }) => pageId === page.id && inFeed)
  return listPage(call, postShape, listed(call, posts))
}

/**
 * Handles `GET /{page}/video_reels`: lists the published reels of a Page, newest first.
 * @throws GraphError if the token is not that of the Page, a permission is missing, or a parameter is invalid
 * @see https://developers.facebook.com/docs/graph-api/reference/page/video_reels (read 2026-11-20)
 */
export function listReels(page: Page, call: GraphCall): unknown {
  return listVideoFiles(page, call, 'reel')
}

/**
 * Handles `GET /{page}/videos`: lists the published videos of a Page, newest first.
 * @throws GraphError if the token is not that of the Page, a permission is missing, or a parameter is invalid
 * @see https://developers.facebook.com/docs/graph-api/reference/page/videos (read 2026-11-20)
 */
export function listVideos(page: Page, call: GraphCall): unknown {
  return listVideoFiles(page, call, 'video')
}

function listVideoFiles(page: Page, call: GraphCall, wanted: 'reel' | 'video'): unknown {
  requireReading(call, page)
  rejectHeavy(call)
  allowOnly(call.parameters, ['fields', 'type', ...PAGING_PARAMETERS])
  settleVideos(call.state, call.settings.videoMs)
  const videos = [...call.state.videos.values()].filter(
    ({ pageId, kind, postId }) => pageId === page.id && kind === wanted && postId !== null,
  )
  return listPage(call, videoShape, listed(call, videos))
}

/** The fields of a Page in `me/accounts`. Only the default fields differ from those of `pageShape`. */
const ACCOUNT_SHAPE = { ...pageShape, defaults: ['access_token', 'category', 'category_list', 'name', 'id', 'tasks'] }

/**
 * Handles `GET /me/accounts`: lists the Pages that the user selected in the login dialog; none without the permission
 * `pages_show_list`.
 * @throws GraphError for an invalid parameter
 * @see https://developers.facebook.com/docs/graph-api/reference/user/accounts (read 2026-11-20)
 */
export function listPages(person: Person, call: GraphCall): unknown {
  allowOnly(call.parameters, ['fields', ...PAGING_PARAMETERS])
  const { grant } = call.token
  const shown = hasScope(grant, 'pages_show_list') ? person.roles.filter(({ pageId }) => grant.pageIds.has(pageId)) : []
  const pages = shown.flatMap(({ pageId }) => call.state.pages.get(pageId) ?? [])
  return listPage(call, ACCOUNT_SHAPE, pages)
}

/**
 * Handles `GET /{business}/owned_pages`: lists the Pages of a business, also those that the user did not select in the
 * login dialog.
 * @throws GraphError for an invalid parameter, with code 200 without the permission `business_management`
 */
export function listOwnedPages(business: { id: string }, call: GraphCall): unknown {
  requireScopes(call, ['business_management'], 200)
  allowOnly(call.parameters, ['fields', ...PAGING_PARAMETERS])
  const owned = [...call.state.pages.values()].filter(({ businessId }) => businessId === business.id)
  return listPage(
    call,
    pageShape,
    owned.filter((page) => coversPage(call.token.grant, page, call.state)),
  )
}

/**
 * Handles `GET /{business}/client_pages`, a list that is always empty in the sandbox.
 * @throws GraphError for an invalid parameter, with code 200 without the permission `business_management`
 */
export function listClientPages(_business: { id: string }, call: GraphCall): unknown {
  requireScopes(call, ['business_management'], 200)
  allowOnly(call.parameters, ['fields', ...PAGING_PARAMETERS])
  return listPage(call, pageShape, [])
}
