import { createHash } from 'node:crypto'
import { findLinks } from './links.ts'
import { findMentions } from './mentions.ts'
import { weightedLength } from './weighted-length.ts'

interface UrlEntity {
  start: number
  end: number
  url: string
  expanded_url: string
  display_url: string
  media_key?: string
}

/** A text as X returns it, with its links and mentions, whose offsets count code points. */
export interface WireText {
  text: string
  urls: UrlEntity[]
  mentions: { start: number; end: number; username: string }[]
}

export interface WrittenText {
  text: string
  /** The id of the post. The same link has different t.co links in different posts. */
  salt: string
  /**
   * The URL of the page with the post's media and the keys of the media; undefined without media. A t.co link to that
   * page is appended to the text.
   */
  media?: { address: string; keys: string[] } | undefined
}

const SHORT_TEXT = 280

function shortLink(salt: string, address: string): string {
  const code = createHash('sha256').update(`${salt} ${address}`).digest('base64url').replace(/[-_]/g, 'x')
  return `https://t.co/${code.slice(0, 10)}`
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function points(text: string): number {
  return [...text].length
}

function entity(before: string, url: string, address: string): UrlEntity {
  const start = points(before)
  const expanded = /^https?:/i.test(address) ? address : `http://${address}`
  const shown = expanded.replace(/^https?:\/\/(www\.)?/i, '')
  const display = shown.length > 27 ? `${shown.slice(0, 26)}…` : shown
  return { start, end: start + url.length, url, expanded_url: expanded, display_url: display }
}

/**
 * Converts a text to the form that X returns: links become t.co links, `&`, `<` and `>` are escaped, and a link to the
 * media is appended. `salt` is the post's id, as t.co links differ between posts. Offsets in the result count code
 * points.
 */
export function toWireText({ text, salt, media }: WrittenText): WireText {
  const urls: UrlEntity[] = []
  let [written, at] = ['', 0]
  for (const { start, end, address } of findLinks(text)) {
    written += escapeMarkup(text.slice(at, start))
    const url = shortLink(salt, address)
    urls.push(entity(written, url, address))
    written += url
    at = end
  }
  written += escapeMarkup(text.slice(at))
  if (media !== undefined) {
    if (written !== '') written += ' '
    const url = shortLink(salt, media.address)
    for (const key of media.keys) urls.push({ ...entity(written, url, media.address), media_key: key })
    written += url
  }
  const mentions = findMentions(written).map(({ start, end, handle }) => {
    const from = points(written.slice(0, start))
    return { start: from, end: from + (end - start), username: handle }
  })
  return { text: written, urls, mentions }
}

/**
 * Returns the beginning of a text whose length, as X counts it, is above 280: as many whole words as fit into 278, and
 * `…`. Returns undefined for any other text. Responses have the result as `text`, beside the whole text in
 * `note_tweet`.
 */
export function shorten(text: string): string | undefined {
  if (weightedLength(text) <= SHORT_TEXT) return undefined
  let short = ''
  let weight = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text)) {
    weight += weightedLength(segment)
    if (weight > SHORT_TEXT - 2) break
    short += segment
  }
  return `${short.trimEnd()}…`
}
