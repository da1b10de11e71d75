import { ProviderError } from '../error-rules.ts'
import type { MediaSource } from '../media-source.ts'
import type { PreparedPost } from '../ports/publish.ts'
import type { State, Upload } from './publish-state.ts'

/** A media item, and where it stands in the body: `thread[1].media[0]`. */
export interface Item {
  label: string
  source: MediaSource
}

/** One post of a thread. */
export interface Part {
  label: string
  text: string
  items: Item[]
}

/** The posts that a body asks for, in order; one, when it has no thread. */
export function partsOf({ text, media, thread = [] }: PreparedPost<'x'>): Part[] {
  const posts = [{ text, media }, ...thread]
  return posts.map((post, index) => {
    const label = index === 0 ? '' : `thread[${index - 1}]`
    const prefix = label === '' ? '' : `${label}.`
    const items = (post.media ?? []).map(({ source }, at) => ({ label: `${prefix}media[${at}]`, source }))
    return { label, text: post.text, items }
  })
}

function isStill({ source }: Item): boolean {
  return source.contentType.startsWith('image/') && source.contentType !== 'image/gif'
}

function rejected(code: 'invalid_media' | 'provider_rejected', message: string): ProviderError {
  return new ProviderError(code, message, 'unsent')
}

/**
 * Refuses what the network would refuse only after everything was sent: four images, or one GIF, or one film.
 *
 * @see https://docs.x.com/x-api/media/quickstart/best-practices (read 2026-11-20)
 */
export function checkParts(parts: readonly Part[]): void {
  for (const { label, text, items } of parts) {
    if (text.trim() === '' && items.length === 0) {
      const field = label === '' ? 'text' : `${label}.text`
      throw rejected('provider_rejected', `${field} is empty: a post needs a text or media.`)
    }
    const moving = items.find((item) => !isStill(item))
    if (moving && items.length > 1) {
      throw rejected('invalid_media', `${moving.label}: a GIF or film has to be the only media item of its post.`)
    }
    const fifth = items[4]
    if (fifth) throw rejected('invalid_media', `${fifth.label}: a post carries at most 4 images.`)
  }
}

/** The uploads of one post of the thread. */
export function uploadsOf(parts: readonly Part[], { uploads }: State, index: number): Upload[] {
  const before = parts.slice(0, index).reduce((count, { items }) => count + items.length, 0)
  return uploads.slice(before, before + (parts[index]?.items.length ?? 0))
}
