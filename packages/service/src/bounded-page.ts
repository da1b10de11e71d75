import { limits } from '@carillon/domain'

/** The maximum number of rows that are read at once, as each can have texts of a megabyte. */
const maxAtOnce = 50

interface PageOptions<Row> {
  /** The maximum number of rows of the page. */
  max: number
  /** Reads up to `max` rows in the order of the list: those after `last`, or the first of the page if it is undefined. */
  read(last: Row | undefined, max: number): Promise<Row[]>
  /** Returns the number of characters of a row that make it long. */
  charactersOf(row: Row): number
}

/**
 * Reads a page of rows that can have very long texts, and returns whether more follow. The page ends before the row with
 * which all would have more than `pageCharacters` characters together, but has at least one row.
 */
export async function boundedPage<Row>({
  max,
  read,
  charactersOf,
}: PageOptions<Row>): Promise<{ page: Row[]; hasMore: boolean }> {
  const page: Row[] = []
  let characters = 0
  for (;;) {
    const wanted = Math.min(maxAtOnce, max - page.length)
    const rows = await read(page.at(-1), wanted + 1)
    for (const row of rows.slice(0, wanted)) {
      characters += charactersOf(row)
      if (page.length > 0 && characters > limits.pageCharacters) return { page, hasMore: true }
      page.push(row)
    }
    const hasMore = rows.length > wanted
    if (!hasMore || page.length === max) return { page, hasMore }
  }
}
