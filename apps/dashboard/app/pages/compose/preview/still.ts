import type { DraftMedia } from '../draft/draft.ts'

const urls = new WeakMap<Blob, string>()

function urlOf(blob: Blob): string {
  const url = urls.get(blob) ?? URL.createObjectURL(blob)
  urls.set(blob, url)
  return url
}

/**
 * The object URL of a still image of an item: the image itself, or a frame of the video; null if the browser has none,
 * as for media by URL.
 */
export function stillOf({ kind, poster, previewUrl, source }: DraftMedia): string | null {
  if (poster !== null) return urlOf(poster)
  return kind === 'image' && !('url' in source) ? previewUrl : null
}
