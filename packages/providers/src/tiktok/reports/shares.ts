import { listOf, numberOf, stringOf } from '../../json.ts'

/** One share of an audience. `percentage` is a fraction between 0 and 1; `key` is the group, such as a country. */
export interface Share {
  key: string
  percentage: number
}

/** Converts a list of shares whose items have the key in the field `name`. Items without key or share are omitted. */
export function sharesOf(items: unknown, name: string): Share[] {
  return listOf(items).flatMap((item) => {
    const [key, percentage] = [stringOf(item[name]), numberOf(item['percentage'])]
    return key === null || percentage === null ? [] : [{ key, percentage }]
  })
}
