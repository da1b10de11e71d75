import { type Bound, type ErrorCode, ServiceError } from '@carillon/errors'

/**
 * The error for an unusable media file. The message is the end of a sentence whose subject is the file, such as `is
 * empty`. It says what is wrong, with the actual value and the limit if there is one, and what to do.
 */
export class MediaFault extends Error {
  override readonly name = 'MediaFault'
}

/** A media item of a request: its position, such as `images[2]`, for messages, and the error code if it is unusable. */
export interface Item {
  code: ErrorCode
  item: string
}

/** Returns the path of an item as a list: `thread[1].media[0]` becomes `['thread', '1', 'media', '0']`. */
export function itemPath(item: string): string[] {
  return item.split(/[.[\]]+/).filter((part) => part !== '')
}

/**
 * Creates the error for the client, with all faults of the item in one message and one entry each in `details`.
 * `bounds` has the limit and the actual value of each fault, null for a fault without them.
 */
export function itemError(
  { code, item }: Item,
  faults: readonly string[],
  { bounds = [], cause }: { bounds?: readonly (Bound | null)[]; cause?: unknown } = {},
): ServiceError {
  const path = itemPath(item)
  const details = faults.map((message) => ({ path, message }))
  return new ServiceError(code, `${item}: ${faults.join('; ')}.`, { details, bounds, cause })
}

/**
 * Runs `work` and converts a `MediaFault` to a `ServiceError` that has the code of `item` and a message that begins
 * with the item's path. Other errors are thrown unchanged.
 */
export async function forItem<T>(item: Item, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MediaFault) throw itemError(item, [error.message], { cause: error })
    throw error
  }
}
