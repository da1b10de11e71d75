import { ProviderError } from './error-rules.ts'

/**
 * Returns a function that takes the cursor of the next page of a list and returns it unchanged. For a cursor that it
 * was given before it throws a `ProviderError`, `provider_error` with the outcome `indeterminate`: the page leads back
 * to one that was read, and an incomplete list must not be taken for a whole one. Each list needs a function of its
 * own.
 */
export function newCursorsOnly(): (cursor: string) => string {
  const seen = new Set<string>()
  return (cursor) => {
    if (seen.has(cursor)) {
      throw new ProviderError('provider_error', 'The platform returns the same page of a list again.', 'indeterminate')
    }
    seen.add(cursor)
    return cursor
  }
}
