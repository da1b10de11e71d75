import { escapeHtml } from '../html.ts'

/** Something a network holds, of whatever shape. */
export type Item = Record<string, unknown>

/** Which fields a network may keep a thing's parts in, the first that is there counting. */
const FIELDS = {
  text: ['text', 'title', 'caption', 'message', 'bio', 'description', 'name'],
  time: ['createdAt', 'publishedAt', 'uploadedAt', 'joinedAt', 'at'],
  author: ['accountId', 'authorId', 'authorChannelId', 'from', 'senderId'],
  authorName: ['authorName', 'authorHandle', 'author', 'handle'],
  post: ['postId', 'mediaId', 'videoId'],
  state: ['effectiveStatus'],
} as const
const COUNTS = ['likes', 'views', 'comments', 'shares', 'followers', 'subscribers']

/** Whether a value of a network's state is an object that the start page can show. */
export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first of the fields that hold this part and is not empty, as text. */
export function partOf(item: Item, part: keyof typeof FIELDS): string {
  const value = FIELDS[part]
    .map((field) => item[field])
    .find((found) => found !== undefined && found !== null && found !== '')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A time as people read it; other text as it is. */
export function showTime(value: string): string {
  const time = /^\d{9,10}$/.test(value)
    ? Number(value) * 1_000
    : /^\d{12,13}$/.test(value)
      ? Number(value)
      : Date.parse(value)
  return Number.isNaN(time) ? value : new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

function showMedia(media: unknown): string {
  if (!Array.isArray(media) || media.length === 0) return ''
  const shown = media.filter(isItem).map((held) => {
    const source = escapeHtml(String(held['url'] ?? ''))
    const alt = escapeHtml(typeof held['altText'] === 'string' ? held['altText'] : '')
    return String(held['contentType']).startsWith('video/')
      ? `<video src="${source}" title="${alt}" controls preload="metadata"></video>`
      : `<img src="${source}" alt="${alt}" title="${alt}" loading="lazy">`
  })
  return `<div>${shown.join('')}</div>`
}

function showCounts(item: Item): string {
  const counts = COUNTS.filter((field) => typeof item[field] === 'number').map((field) => `${item[field]} ${field}`)
  return counts.length === 0 ? '' : `<small>${counts.join(' · ')}</small>`
}

/** A value as indented JSON in a collapsed `<details>` element with this title. */
export function showRaw(title: string, value: unknown): string {
  return `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`
}

/** A card: who, when, what, its images and videos, counts, and what belongs under it. */
export function showItem(item: Item, names: Map<string, string>, below = ''): string {
  const who = names.get(partOf(item, 'author')) ?? partOf(item, 'authorName')
  const text = escapeHtml(partOf(item, 'text')).replaceAll('\n', '<br>')
  return `<article><b>${escapeHtml(who)}</b> <small>${escapeHtml(showTime(partOf(item, 'time')))} ${escapeHtml(partOf(item, 'state'))}</small>
<p>${text}</p>${showMedia(item['media'])}${showCounts(item)}${showRaw('everything', item)}${below}</article>`
}
