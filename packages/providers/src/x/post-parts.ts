import type { PostBodies } from '@carillon/domain'
import type { Bound } from '@carillon/errors'
import type { MediaSource } from '../media-source.ts'
import type { PreparedPost } from '../ports/publish.ts'
import { postFault } from '../post-fault.ts'
import type { State, Upload } from './publish-state.ts'

/** A media item with its position in the body as `label`, such as `thread[1].media[0]`, for error messages. */
export interface Item {
  label: string
  source: MediaSource
}

/** One post of a thread, in the order of the body. `label` is its position in the body; empty for the first post. */
export interface Part {
  label: string
  text: string
  items: Item[]
}

interface RequestedPost<Medium> {
  text: string
  media?: readonly Medium[] | undefined
}

/** Returns the posts of a body in order; `read` converts each media item, given its label. */
function readPosts<Medium, Item>(
  { text, media, thread = [] }: RequestedPost<Medium> & { thread?: readonly RequestedPost<Medium>[] | undefined },
  read: (label: string, medium: Medium) => Item,
): { label: string; text: string; items: Item[] }[] {
  return [{ text, media }, ...thread].map((post, index) => {
    const label = index === 0 ? '' : `thread[${index - 1}]`
    const prefix = label === '' ? '' : `${label}.`
    const items = (post.media ?? []).map((medium, at) => read(`${prefix}media[${at}]`, medium))
    return { label, text: post.text, items }
  })
}

/** Returns the posts of a thread in order, or the one post of a body that has no thread. */
export function partsOf(post: PreparedPost<'x'>): Part[] {
  return readPosts(post, (label, { source }) => ({ label, source }))
}

/** A media item by its content type, which is null while only its URL is known. */
interface Kind {
  label: string
  contentType: string | null
}

function isMoving({ contentType }: Kind): boolean {
  return contentType !== null && (!contentType.startsWith('image/') || contentType === 'image/gif')
}

/** Creates the error of a media item that is one too many: its post has `actual`, and `limit` is the maximum. */
function surplus({ label }: Kind, words: string, bound: Bound) {
  return postFault({
    code: 'invalid_media',
    at: label,
    message: `${label}: ${words}.`,
    bound,
    outcome: 'not_sent',
  })
}

/**
 * Checks that each post has a text or media, and at most four images, or one GIF, or one video. X would reject other
 * posts only after all uploads.
 * @throws ProviderError `provider_rejected` for an empty post, otherwise `invalid_media`
 * @see https://docs.x.com/x-api/media/quickstart/best-practices (read 2026-11-20)
 */
function checkKinds(posts: readonly { label: string; text: string; items: Kind[] }[]): void {
  for (const { label, text, items } of posts) {
    if (text.trim() === '' && items.length === 0) {
      const at = label === '' ? 'text' : `${label}.text`
      const message = `${at} is empty: a post needs a text or media.`
      throw postFault({ code: 'provider_rejected', at, message, outcome: 'not_sent' })
    }
    const moving = items.find(isMoving)
    if (moving && items.length > 1) {
      const words = 'a GIF or video has to be the only media item of its post'
      throw surplus(moving, words, { limit: 1, actual: items.length })
    }
    const fifth = items[4]
    if (fifth) throw surplus(fifth, 'a post carries at most 4 images', { limit: 4, actual: items.length })
  }
}

/**
 * Checks that no two posts without media have the same text. X would reject the second one as a duplicate, after the
 * posts before it are published (unverified for the posts of one thread: X documents it for posts in general). To the
 * text of a post with media it adds their link, which is not the same twice.
 * @throws ProviderError `provider_rejected`
 */
function checkRepeats(posts: readonly { label: string; text: string; items: readonly Kind[] }[]): void {
  const texts = new Set<string>()
  for (const { label, text } of posts.filter(({ items }) => items.length === 0)) {
    if (texts.has(text.trim())) {
      const at = `${label}.text`
      const message = `${at} is the text of another post of the thread: X rejects the same text twice. Change one of them.`
      throw postFault({ code: 'provider_rejected', at, message, outcome: 'not_sent' })
    }
    texts.add(text.trim())
  }
}

/**
 * Checks texts and media of each post of a body, by the content types that the client declared. A media item given as a
 * URL has none and counts as an image.
 * @throws ProviderError `provider_rejected` for an empty post, or for the same text in two posts without media;
 *   `invalid_media` for more than four media items, or for a GIF or video beside other media
 */
export function checkBody(post: PostBodies['x']): void {
  const posts = readPosts(post, (label, medium) => ({
    label,
    contentType: 'content_type' in medium ? medium.content_type : null,
  }))
  checkKinds(posts)
  checkRepeats(posts)
}

/**
 * Checks texts and media of each post of a thread, by the content types found in the bytes of the media.
 * @throws ProviderError `provider_rejected` for an empty post; `invalid_media` for more than four media items, or for a
 *   GIF or video beside other media
 */
export function checkParts(parts: readonly Part[]): void {
  const kindOf = ({ label, source }: Item): Kind => ({ label, contentType: source.contentType })
  checkKinds(parts.map(({ items, ...part }) => ({ ...part, items: items.map(kindOf) })))
}

/**
 * Returns the uploads that belong to the post at `index` of the thread, counted from 0; fewer than its media while some
 * are missing.
 */
export function uploadsOf(parts: readonly Part[], { uploads }: State, index: number): Upload[] {
  const before = parts.slice(0, index).reduce((count, { items }) => count + items.length, 0)
  return uploads.slice(before, before + (parts[index]?.items.length ?? 0))
}
