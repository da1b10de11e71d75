import type { OutboundAnswer } from '@carillon/outbound'
import { jsonObject } from '../call-network.ts'

/** A resource of the API, or a part of one. */
export type Resource = Readonly<Record<string, unknown>>

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a list answered; YouTube leaves `items` out when there are none. */
export function itemsOf(answer: OutboundAnswer): Resource[] {
  const { items } = jsonObject(answer)
  return Array.isArray(items) ? items.filter(isResource) : []
}

/** A part of a resource; empty when it was not told. */
export function member(resource: Resource, name: string): Resource {
  const value = resource[name]
  return isResource(value) ? value : {}
}

/** Text, or null for anything else, empty text included. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Counts are decimal strings; one that is absent is hidden or switched off, not 0. */
export function countOf(value: unknown): number | null {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null
}

const imageSizes = ['high', 'medium', 'default'] as const

/** The largest image of a snippet that every resource has. */
export function imageOf(snippet: Resource): string | null {
  const images = member(snippet, 'thumbnails')
  const urls = imageSizes.map((size) => textOf(member(images, size)['url']))
  return urls.find((url) => url !== null) ?? null
}
