import type { GraphCall } from '../meta/graph/call.ts'
import { type FieldSelection, type Shape, show } from '../meta/graph/fields.ts'
import { pageCountNow } from '../meta/insights/page-metrics.ts'
import { accountShape } from '../meta/instagram/shapes.ts'
import { pageTokenOf } from '../meta/login/tokens.ts'
import type { Page, Person } from '../meta/state/people.ts'
import type { State } from '../meta/state/state.ts'

/**
 * Returns the value of the field `picture` of a user or Page, given by its id: `data` with the URL, the size in pixels
 * and `is_silhouette`, which is always true.
 */
export function profileImage(call: GraphCall, id: string): unknown {
  const url = `${call.context.baseUrl}/profile-images/${id}.jpg`
  return { data: { height: 50, is_silhouette: true, url, width: 50 } }
}

/**
 * The fields of a user in Graph API responses.
 * @see https://developers.facebook.com/docs/graph-api/reference/user (read 2026-11-20)
 */
export const personShape: Shape<Person, GraphCall> = {
  type: 'User',
  defaults: ['id', 'name'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    first_name: ({ name }) => name.split(' ')[0],
    last_name: ({ name }) => name.split(' ').at(-1),
    picture: ({ id }, _selection, call) => profileImage(call, id),
  },
  unset: ['email', 'link', 'locale', 'short_name', 'middle_name'],
}

function linkedAccount(page: Page, state: State) {
  return page.instagramId === null ? undefined : state.instagramAccounts.get(page.instagramId)
}

function instagramOf(page: Page, selection: FieldSelection, call: GraphCall): unknown {
  const account = linkedAccount(page, call.state)
  if (account === undefined || account.accountType === 'Personal') return undefined
  if (call.token.grant.scopes.get('instagram_basic') !== 'granted') return undefined
  return show(accountShape, account, selection.fields ?? [], call)
}

function rolesOf(page: Page, { state, token }: GraphCall) {
  return state.people.get(token.grant.subjectId)?.roles.find(({ pageId }) => pageId === page.id)
}

function ownToken(page: Page, call: GraphCall): string | undefined {
  if (call.token.kind === 'page') return call.token.pageId === page.id ? call.token.value : undefined
  return rolesOf(page, call) && pageTokenOf(call.state, call.token, page.id).value
}

/**
 * The fields of a Page in Graph API responses.
 * @see https://developers.facebook.com/docs/graph-api/reference/page (read 2026-11-20)
 */
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
    followers_count: (page, _selection, { state }) =>
      pageCountNow(page, state, { name: 'followers_count', known: page.followers }),
    fan_count: (page, _selection, { state }) => pageCountNow(page, state, { name: 'fan_count', known: page.fans }),
    is_published: () => true,
    access_token: (page, _selection, call) => ownToken(page, call),
    tasks: (page, _selection, call) => (call.token.kind === 'user' ? rolesOf(page, call)?.tasks : undefined),
    picture: ({ id }, _selection, call) => profileImage(call, id),
    instagram_business_account: instagramOf,
    connected_instagram_account: instagramOf,
  },
  unset: ['about', 'description', 'website', 'phone', 'emails', 'cover', 'verification_status', 'talking_about_count'],
}

/**
 * Returns a Page as the value of the field `from`, with the fields that `selection` requests, by default name and id;
 * undefined if `page` is undefined.
 */
export function fromPage(page: Page | undefined, selection: FieldSelection, call: GraphCall): unknown {
  if (page === undefined) return undefined
  return show(pageShape, page, selection.fields ?? [{ name: 'name', modifiers: {}, fields: undefined }], call)
}
