import { type Bound, type ErrorCode, ServiceError } from '@carillon/errors'

/**
 * A problem of a media file, worded as the end of a sentence that begins with its name: the actual value, the limit,
 * and what to do.
 */
export class MediaFault extends Error {
  override readonly name = 'MediaFault'
}

/** The error code for an unusable item, and the item's name in the request, such as `images[2]`. */
export interface Item {
  code: ErrorCode
  item: string
}

/** The path of an item as a list: `thread[1].media[0]` becomes `['thread', '1', 'media', '0']`. */
export function itemPath(item: string): string[] {
  return item.split(/[.[\]]+/).filter((part) => part !== '')
}

/** The error for the client, with all problems of the item in one message. */
export function itemError(
  { code, item }: Item,
  faults: readonly string[],
  { bounds = [], cause }: { bounds?: readonly (Bound | null)[]; cause?: unknown } = {},
): ServiceError {
  const path = itemPath(item)
  const details = faults.map((message) => ({ path, message }))
  return new ServiceError(code, `${item}: ${faults.join('; ')}.`, { details, bounds, cause })
}

/** Runs `work` and reports a `MediaFault` as an error of the item. */
export async function forItem<T>(item: Item, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MediaFault) throw itemError(item, [error.message], { cause: error })
    throw error
  }
}
