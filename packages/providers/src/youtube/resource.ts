import type { OutboundResponse } from '@carillon/outbound'
import { bodyOf, type Fields, listOf, objectOf, textOf } from '../json.ts'
import { lacking } from '../required-fields.ts'

/**
 * Returns the items of a list response; an empty list if `items` is missing: YouTube omits it from an empty list.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the response has no fields at all, such as
 *   a page of a proxy, which shows no absence of a video or comment
 */
export function itemsOf(response: OutboundResponse): Fields[] {
  const body = bodyOf(response)
  if (Object.keys(body).length === 0) throw lacking('items')
  return listOf(body['items'])
}

const imageSizes = ['high', 'medium', 'default'] as const

/** Returns the URL of the largest thumbnail among the sizes that every resource has; null if none exists. */
export function imageOf(snippet: Fields): string | null {
  const images = objectOf(snippet['thumbnails'])
  const urls = imageSizes.map((size) => textOf(objectOf(images[size])['url']))
  return urls.find((url) => url !== null) ?? null
}
