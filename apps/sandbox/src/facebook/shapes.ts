import type { GraphCall } from '../meta/graph/call.ts'
import { type Shape, show, type Wish } from '../meta/graph/fields.ts'
import { pageCountNow } from '../meta/insights/page-metrics.ts'
import { accountShape } from '../meta/instagram/shapes.ts'
import { pageTokenOf } from '../meta/login/tokens.ts'
import type { Page, Person } from '../meta/people.ts'
import type { World } from '../meta/world.ts'

/** An image's address with its silhouette. */
export function profileImage(call: GraphCall, id: string): unknown {
  const url = `${call.surroundings.baseUrl}/profile-pictures/${id}.jpg`
  return { data: { height: 50, is_silhouette: true, url, width: 50 } }
}

/** @see https://developers.facebook.com/docs/graph-api/reference/user (read 2026-11-20) */
export const personShape: Shape<Person, GraphCall> = {
  type: 'User',
  defaults: ['id', 'name'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    first_name: ({ name }) => name.split(' ')[0],
    last_name: ({ name }) => name.split(' ').at(-1),
    picture: ({ id }, _wish, call) => profileImage(call, id),
  },
  unset: ['email', 'link', 'locale', 'short_name', 'middle_name'],
}

function linkedAccount(page: Page, world: World) {
  return page.instagramId === null ? undefined : world.instagramAccounts.get(page.instagramId)
}

function instagramOf(page: Page, wish: Wish, call: GraphCall): unknown {
  const account = linkedAccount(page, call.world)
  if (account === undefined || account.accountType === 'Personal') return undefined
  if (call.token.grant.scopes.get('instagram_basic') !== 'granted') return undefined
  return show(accountShape, account, wish.fields ?? [], call)
}

function rolesOf(page: Page, { world, token }: GraphCall) {
  return world.people.get(token.grant.subjectId)?.roles.find(({ pageId }) => pageId === page.id)
}

function ownToken(page: Page, call: GraphCall): string | undefined {
  if (call.token.kind === 'page') return call.token.pageId === page.id ? call.token.value : undefined
  return rolesOf(page, call) && pageTokenOf(call.world, call.token, page.id).value
}

/** @see https://developers.facebook.com/docs/graph-api/reference/page (read 2026-11-20) */
export const pageShape: Shape<Page, GraphCall> = {
  type: 'Page',
  defaults: ['id', 'name'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    username: ({ username }) => username,
    category: ({ category }) => category.name,
    category_list: ({ category }) => [category],
    link: ({ username }) => `https://www.facebook.com/${username}`,
    followers_count: (page, _wish, { world }) =>
      pageCountNow(page, world, { name: 'followers_count', known: page.followers }),
    fan_count: (page, _wish, { world }) => pageCountNow(page, world, { name: 'fan_count', known: page.fans }),
    is_published: () => true,
    access_token: (page, _wish, call) => ownToken(page, call),
    tasks: (page, _wish, call) => (call.token.kind === 'user' ? rolesOf(page, call)?.tasks : undefined),
    picture: ({ id }, _wish, call) => profileImage(call, id),
    instagram_business_account: instagramOf,
    connected_instagram_account: instagramOf,
  },
  unset: ['about', 'description', 'website', 'phone', 'emails', 'cover', 'verification_status', 'talking_about_count'],
}

/** Who a post or comment is from, as a node of its own. */
export function fromPage(page: Page | undefined, wish: Wish, call: GraphCall): unknown {
  if (page === undefined) return undefined
  return show(pageShape, page, wish.fields ?? [{ name: 'name', modifiers: {}, fields: undefined }], call)
}
