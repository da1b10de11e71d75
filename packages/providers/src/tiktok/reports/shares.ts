import { listOf, numberOf, stringOf } from '../../json.ts'

/** One share of an audience. `percentage` is a fraction between 0 and 1; `key` is the group, such as a country. */
interface Share {
  key: string
  percentage: number
}

/**
 * Converts a list of TikTok in which each item has the share of one group, such as a country. `name` is the field that
 * contains the group, which becomes `key`. Items without a group or a share are omitted.
 */
export function sharesOf(items: unknown, name: string): Share[] {
  return listOf(items).flatMap((item) => {
    const [key, percentage] = [stringOf(item[name]), numberOf(item['percentage'])]
    return key === null || percentage === null ? [] : [{ key, percentage }]
  })
}
