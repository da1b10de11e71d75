import type { Swept } from './media-store.ts'

const BATCH = 500

export interface StoredEntry {
  /** What `remove` takes: an id is not enough to name an upload that was never finished. */
  key: string
  id: string
  abandoned: boolean
  modifiedAt: Date
}

export interface SweepOptions {
  olderThan: Date
  /** Of these ids, the ones some row still needs. */
  isReferenced: (ids: string[]) => Promise<ReadonlySet<string>>
  remove: (key: string) => Promise<unknown>
}

/** Removes old entries nobody needs; young ones are left, since their row may not have been written yet. */
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
