import type { Swept } from './media-store.ts'

const BATCH = 500

/** A file or an unfinished upload that the media store lists. */
export interface StoredEntry {
  /** The key that `remove` takes. The id alone does not identify an upload that never finished. */
  key: string
  id: string
  /** Whether it is an unfinished upload. */
  abandoned: boolean
  modifiedAt: Date
}

export interface SweepOptions {
  olderThan: Date
  /** Returns the ids, among the given ones, that a row still references. */
  isReferenced: (ids: string[]) => Promise<ReadonlySet<string>>
  remove: (key: string) => Promise<unknown>
}

/**
 * Removes, of the files and unfinished uploads (`abandoned`) that a media store lists as `entries`, those last modified
 * before `olderThan`; files that the database still references are kept. Newer entries are kept, because what
 * references them may not have been stored yet. Returns the numbers of removed and kept entries.
 */
export async function sweepEntries(entries: AsyncIterable<StoredEntry>, options: SweepOptions): Promise<Swept> {
  const { olderThan, isReferenced, remove } = options
  const swept: Swept = { removed: 0, kept: 0 }
  let batch: StoredEntry[] = []

  async function settle(): Promise<void> {
    const finished = batch.filter((entry) => !entry.abandoned).map((entry) => entry.id)
    const needed = finished.length > 0 ? await isReferenced(finished) : new Set<string>()
    for (const entry of batch) {
      const keep = !entry.abandoned && needed.has(entry.id)
      swept[keep ? 'kept' : 'removed'] += 1
      if (!keep) await remove(entry.key)
    }
    batch = []
  }

  for await (const entry of entries) {
    if (entry.modifiedAt >= olderThan) swept.kept += 1
    else batch.push(entry)
    if (batch.length >= BATCH) await settle()
  }
  await settle()
  return swept
}
