import { codesOf } from './codes.ts'

/** Sizes of a page of posts; with their figures and attachments a hundred can be too much data. */
export const postPageSizes = [100, 50, 25, 10] as const

/** Whether Graph finds that too much was asked for at once; it uses the same code for failures of its own. */
function isTooMuch(error: unknown): boolean {
  return codesOf(error).code === 1
}

/**
 * Reads a page of a list with the first of the sizes, and with the next smaller one as long as Graph rejects the page as too
 * much data. Throws the rejection of the smallest.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-20)
 */
export async function readShrinking<T>(
  [first, ...smaller]: readonly [number, ...number[]],
  read: (limit: number) => Promise<T>,
): Promise<T> {
  let attempt = read(first)
  for (const size of smaller) {
    attempt = attempt.catch((error: unknown) => {
      if (!isTooMuch(error)) throw error
      return read(size)
    })
  }
  return attempt
}
