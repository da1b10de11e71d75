import { fieldError } from '@carillon/errors'

/**
 * Splits the parameter `videoIds`, a comma-separated list, into ids without duplicates, in the order of the list.
 * @param max the maximum number of ids
 * @returns null if the parameter was not sent
 * @throws ServiceError `invalid_request` for an empty item or too many ids
 */
export function parseVideoIds(sent: string | undefined, max: number): readonly string[] | null {
  if (sent === undefined) return null
  const items = sent.split(',').map((item) => item.trim())
  if (items.includes('')) {
    throw fieldError({ path: ['videoIds'], message: 'an item of the list is empty; separate ids with single commas' })
  }
  const ids = [...new Set(items)]
  if (ids.length > max) {
    throw fieldError({ path: ['videoIds'], message: `${ids.length} ids, at most ${max} are allowed` })
  }
  return ids
}
