import type { OutboundResponse } from '@carillon/outbound'
import { bodyOf, type Fields, listOf, objectOf, textOf } from '../json.ts'

/** Returns the items of a list response; an empty list if `items` is missing: YouTube omits it from an empty list. */
export function itemsOf(response: OutboundResponse): Fields[] {
  return listOf(bodyOf(response)['items'])
}

const imageSizes = ['high', 'medium', 'default'] as const

/** Returns the URL of the largest thumbnail among the sizes that every resource has; null if none exists. */
export function imageOf(snippet: Fields): string | null {
  const images = objectOf(snippet['thumbnails'])
  const urls = imageSizes.map((size) => textOf(objectOf(images[size])['url']))
  return urls.find((url) => url !== null) ?? null
}
