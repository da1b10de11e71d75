import { mediaRules, type PublishPlatform } from '@carillon/domain'

/**
 * A media item of a post body: `value` is the item as sent, or as stored (with its `source`), `field` the name of the
 * media field that contains it (such as `images`), and `label` its path in the body, such as `thread[1].images[0]`.
 */
export interface MediaItem {
  field: string
  label: string
  value: Record<string, unknown>
}

type Replace = (item: MediaItem) => Promise<Record<string, unknown>> | Record<string, unknown>

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns a copy of a post body in which every media item is replaced by the result of `replace`, called one after
 * another in the order of the items.
 */
export async function mapMediaItems(
  platform: PublishPlatform,
  body: Record<string, unknown>,
  replace: Replace,
): Promise<Record<string, unknown>> {
  const fields = new Set(mediaRules[platform].map((rule) => rule.field))

  async function copy(value: unknown, label: string, field: string | null): Promise<unknown> {
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const [index, item] of value.entries()) items.push(await copy(item, `${label}[${index}]`, field))
      return items
    }
    if (!isObject(value)) return value
    if (field !== null) return replace({ field, label, value })
    return copyObject(value, label)
  }

  async function copyObject(object: Record<string, unknown>, label: string): Promise<Record<string, unknown>> {
    const entries: [string, unknown][] = []
    for (const [key, value] of Object.entries(object)) {
      const path = label === '' ? key : `${label}.${key}`
      entries.push([key, await copy(value, path, fields.has(key) ? key : null)])
    }
    return Object.fromEntries(entries)
  }

  return copyObject(body, '')
}
