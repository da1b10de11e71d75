import type { Swept } from './media-store.ts'

const BATCH = 500
/**
 * The number of entries that cannot be removed after which the sweep ends, as a store that fails takes long each time.
 */
const MAX_FAILURES = 10

/** A file or an unfinished upload that the media store lists. */
export interface StoredEntry {
  /** The file name or object key in the store: the id, possibly with a prefix or suffix. */
  key: string
  /** The id of the file; for an unfinished upload, that of the file that it would have become. */
  id: string
  /** Whether the entry is an unfinished upload. */
  abandoned: boolean
  modifiedAt: Date
}

export interface SweepOptions<Entry extends StoredEntry> {
  olderThan: Date
  /** Returns the ids, among the given ones, that a row still references. */
  isReferenced: (ids: string[]) => Promise<ReadonlySet<string>>
  /** Removes an entry; does nothing if it no longer exists. */
  remove: (entry: Entry) => Promise<unknown>
}

/**
 * Removes, of the files and unfinished uploads (`abandoned`) that a media store lists as `entries`, those last modified
 * before `olderThan`; files that the database still references are kept. Newer entries are kept, because the row that
 * references an entry may not have been stored yet. Returns the numbers of removed and kept entries.
 * @throws the first error of `remove`, after the other entries have been removed or ten have failed; an error of the
 *   listing at once
 */
export async function sweepEntries<Entry extends StoredEntry>(
  entries: AsyncIterable<Entry>,
  options: SweepOptions<Entry>,
): Promise<Swept> {
  const { olderThan, isReferenced, remove } = options
  const swept: Swept = { removed: 0, kept: 0 }
  const failures: unknown[] = []
  let batch: Entry[] = []

  async function settle(): Promise<void> {
    const finished = batch.filter((entry) => !entry.abandoned).map((entry) => entry.id)
    const needed = finished.length > 0 ? await isReferenced(finished) : new Set<string>()
    for (const entry of batch) {
      const keep = !entry.abandoned && needed.has(entry.id)
      swept[keep ? 'kept' : 'removed'] += 1
      if (!keep) await remove(entry).catch((error: unknown) => failures.push(error))
      if (failures.length >= MAX_FAILURES) throw failures[0]
    }
    batch = []
  }

  for await (const entry of entries) {
    if (entry.modifiedAt >= olderThan) swept.kept += 1
    else batch.push(entry)
    if (batch.length >= BATCH) await settle()
  }
  await settle()
  if (failures.length > 0) throw failures[0]
  return swept
}
