import { type Bound, type ErrorCode, ServiceError } from '@carillon/errors'

/**
 * What is wrong with a media file, as the end of a sentence that begins with its name: what was found, the limit, what to
 * do about it.
 */
export class MediaFault extends Error {
  override readonly name = 'MediaFault'
}

/** Which error a faulty item becomes, and how the caller knows it: `images[2]`. */
export interface Item {
  code: ErrorCode
  item: string
}

/** `thread[1].media[0]` as an envelope lists it: `['thread', '1', 'media', '0']`. */
export function itemPath(item: string): string[] {
  return item.split(/[.[\]]+/).filter((part) => part !== '')
}

/** The error for the caller, with every fault of the item in one message. */
export function itemError(
  { code, item }: Item,
  faults: readonly string[],
  { bounds = [], cause }: { bounds?: readonly (Bound | null)[]; cause?: unknown } = {},
): ServiceError {
  const path = itemPath(item)
  const details = faults.map((message) => ({ path, message }))
  return new ServiceError(code, `${item}: ${faults.join('; ')}.`, { details, bounds, cause })
}

/** Runs `work`, telling a `MediaFault` in it as an error of the item. */
export async function forItem<T>(item: Item, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MediaFault) throw itemError(item, [error.message], { cause: error })
    throw error
  }
}
