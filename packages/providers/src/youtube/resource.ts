import type { OutboundResponse } from '@carillon/outbound'
import { bodyOf, type Fields, listOf, objectOf, textOf } from '../json.ts'

/** The items of a list; YouTube omits the field `items` if the list is empty. */
export function itemsOf(response: OutboundResponse): Fields[] {
  return listOf(bodyOf(response)['items'])
}

const imageSizes = ['high', 'medium', 'default'] as const

/** The largest thumbnail size that every resource has. */
export function imageOf(snippet: Fields): string | null {
  const images = objectOf(snippet['thumbnails'])
  const urls = imageSizes.map((size) => textOf(objectOf(images[size])['url']))
  return urls.find((url) => url !== null) ?? null
}
