import { html, type Markup, nothing } from './markup.ts'

/** An object in a network's state, such as a post or an account, with the fields of that network. */
export type Item = Record<string, unknown>

/** For each part of an object, the field names that networks use for it. The first field that has a value is used. */
const FIELDS = {
  text: ['text', 'title', 'caption', 'message', 'bio', 'description', 'name'],
  time: ['createdAt', 'publishedAt', 'uploadedAt', 'joinedAt', 'at'],
  author: ['accountId', 'authorId', 'authorChannelId', 'from', 'senderId'],
  authorName: ['authorName', 'authorHandle', 'author', 'handle'],
  post: ['postId', 'mediaId', 'videoId'],
  name: ['displayName', 'verifiedName', 'name', 'title', 'handle', 'id'],
} as const
const COUNTS = ['likes', 'likedBy', 'views', 'shares', 'followers', 'subscribers']

/** Returns whether a value is an object, and not an array or null. */
export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the objects in a list, without other values; empty if the value is not a list. */
export function itemsOf(value: unknown): Item[] {
  return Array.isArray(value) ? value.filter(isItem) : []
}

/**
 * Returns a part of an object, such as its text or author, as a string: the first non-empty value of the fields in
 * which networks store it, such as `text`, `title` or `caption`; empty if there is none, or if it is neither a string
 * nor a number.
 */
export function partOf(item: Item, part: keyof typeof FIELDS): string {
  const value = FIELDS[part]
    .map((field) => item[field])
    .find((found) => found !== undefined && found !== null && found !== '')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Returns when an object was created, in ms since the epoch; 0 if it has no valid time. The object's own field can be a
 * date or a number of seconds or milliseconds.
 */
export function timeOf(item: Item): number {
  const value = partOf(item, 'time')
  const time = /^\d{9,10}$/.test(value)
    ? Number(value) * 1_000
    : /^\d{12,13}$/.test(value)
      ? Number(value)
      : Date.parse(value)
  return Number.isNaN(time) ? 0 : time
}

/** Renders a time (ms since the epoch) in UTC, to the minute; empty markup for 0. */
export function showTime(ms: number): Markup {
  if (ms === 0) return nothing
  const iso = new Date(ms).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')}</time>`
}

/**
 * Renders the images and videos in a list; empty markup if there are none or the value is not a list. Media without
 * alternative text are labelled by their position, such as "Media 2".
 */
export function showMedia(media: unknown): Markup {
  const held = itemsOf(media)
  if (held.length === 0) return nothing
  const shown = held.map((one, index) => {
    const source = String(one['url'] ?? '')
    const alt = typeof one['altText'] === 'string' && one['altText'] !== '' ? one['altText'] : `Media ${index + 1}`
    return String(one['contentType']).startsWith('video/')
      ? html`<video src="${source}" aria-label="${alt}" controls preload="metadata"></video>`
      : html`<img src="${source}" alt="${alt}" loading="lazy">`
  })
  // More than one can be scrolled sideways, also with the keyboard.
  return shown.length === 1
    ? html`<div class="media">${shown}</div>`
    : html`<div class="media" role="group" aria-label="Media" tabindex="0">${shown}</div>`
}

/**
 * Renders an object's counts that are above 0: likes, views, shares, followers and subscribers; empty markup without
 * any.
 */
export function showCounts(item: Item): Markup {
  const counts = COUNTS.flatMap((field) => {
    const value = item[field]
    const count = Array.isArray(value) ? value.length : value
    const name = field === 'likedBy' ? 'likes' : field
    return typeof count === 'number' && count > 0
      ? [`${count.toLocaleString('en')} ${count === 1 ? name.slice(0, -1) : name}`]
      : []
  })
  return counts.length === 0 ? nothing : html`<p class="counts">${counts.join(' · ')}</p>`
}

/** Renders a value as indented JSON in a section that is collapsed at first. */
export function showRaw(title: string, value: unknown): Markup {
  return html`<details class="raw"><summary>${title}</summary><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre></details>`
}
