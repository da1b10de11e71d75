/** Formats a time (ms since the epoch) as Graph does: `2019-05-17T16:24:04+0000`. */
export function graphTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+0000`
}

/**
 * Reads `since` or `until`, which are Unix seconds, or a date or time that `Date.parse` accepts (a date without a time
 * begins at midnight UTC), and returns ms since the epoch; undefined for other text.
 */
export function readGraphTime(text: string): number | undefined {
  if (/^\d{1,11}$/.test(text)) return Number(text) * 1000
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

export const SECOND_MS = 1000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
