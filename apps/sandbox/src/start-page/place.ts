import { html, type Markup, nothing } from './markup.ts'

/** The network, view, item and page that the start page shows, as the query of its URL selects them. */
export interface Place {
  network: string
  view: View
  /** The id of the post, conversation or ad account that is opened in the view; null if none is. */
  id: string | null
  /** The number of the page, from 1. */
  page: number
}

/** The views of a network with their titles, in the order of their tabs. */
export const VIEWS = {
  feed: 'Feed',
  inbox: 'Inbox',
  ads: 'Ads',
  people: 'Accounts',
  app: 'App',
  faults: 'Faults',
  calls: 'Calls',
  acts: 'All acts',
} as const

export type View = keyof typeof VIEWS

export function isView(name: unknown): name is View {
  return typeof name === 'string' && Object.hasOwn(VIEWS, name)
}

/**
 * Returns the URL of a view of a network on the start page, relative to the sandbox's origin. Without `id` and `page`,
 * it is the first page of the view's list.
 */
export function urlOf({
  network,
  view,
  id = null,
  page = 1,
}: Partial<Place> & Pick<Place, 'network' | 'view'>): string {
  const query = new URLSearchParams({ network, view })
  if (id !== null) query.set('id', id)
  if (page > 1) query.set('page', String(page))
  return `/?${query}`
}

export interface Page<T> {
  items: T[]
  links: Markup
}

/**
 * Returns the items of the page that `place.page` selects, `size` per page, with links to the previous and next page. A
 * page number that is too high selects the last page.
 */
export function paged<T>(all: readonly T[], place: Place, size: number): Page<T> {
  const last = Math.max(1, Math.ceil(all.length / size))
  const page = Math.min(place.page, last)
  const items = all.slice((page - 1) * size, page * size)
  if (last === 1) return { items, links: nothing }
  const link = (to: number, label: string, rel: string) =>
    to < 1 || to > last ? nothing : html`<a href="${urlOf({ ...place, page: to })}" rel="${rel}">${label}</a>`
  const counted = `${((page - 1) * size + 1).toLocaleString('en')}–${((page - 1) * size + items.length).toLocaleString('en')} of ${all.length.toLocaleString('en')}`
  const links = html`<nav class="pages" aria-label="Pages">${link(page - 1, 'Newer', 'prev')}<span>${counted}</span>${link(page + 1, 'Older', 'next')}</nav>`
  return { items, links }
}

/** Renders the text that is shown in place of an empty list. */
export function empty(words: string): Markup {
  return html`<p class="empty">${words}</p>`
}
