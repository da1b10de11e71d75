import { codesOf } from './codes.ts'

/**
 * Numbers of posts per page, in the order in which they are tried. With metrics and attachments, a hundred posts may be
 * too much data for Meta.
 */
export const postPageSizes = [100, 50, 25, 10] as const

/** Returns whether Graph rejected a read as too much data; it uses the same code for failures of its own. */
function isTooMuch(error: unknown): boolean {
  return codesOf(error).code === 1
}

/**
 * Calls `read` with the first page size, and with the next one as long as Meta rejects the page with code 1, which
 * means too much data, or a failure of Meta's own. Returns the result of the last call.
 * @throws ProviderError the rejection of the last size; any other error of `read` is thrown unchanged
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
