import { deleteMediaFiles, listUnusedMediaFiles, referencedMediaFiles } from '@carillon/database'
import type { Context } from '../../context.ts'

const batch = 500
/** The number of files that cannot be removed after which no more are tried, as a store that fails takes long. */
const maxFailures = 10 * batch
const orphanHours = 24

/** Removes files from the media store, and returns the ids of those that it removed. Adds the errors to `failures`. */
async function removeEach({ media }: Context, ids: readonly string[], failures: unknown[]): Promise<string[]> {
  const removed: string[] = []
  const remove = (id: string) =>
    media.remove(id).then(
      () => void removed.push(id),
      (error: unknown) => void failures.push(error),
    )
  await Promise.all(ids.map(remove))
  return removed
}

/**
 * Deletes the media files of publishes, and of schedules without a publish, that ended more than `MEDIA_GRACE_MINUTES`
 * ago (`spent` is the number of files), then files and unfinished uploads in the media store that are older than a day
 * and to which nothing refers (`orphans`). Called by the retention job. Continues after a file that cannot be removed;
 * after 5,000 of them, the other files of publishes and schedules are left to the next run.
 * @throws the first error of removing a file, at the end; an error of the database or of listing the files
 */
export async function sweepMedia(context: Context): Promise<{ spent: number; orphans: number }> {
  const now = context.now().getTime()
  const before = new Date(now - context.config.media.graceMinutes * 60_000)
  const failures: unknown[] = []
  let spent = 0
  for (let after: string | null = null; ; ) {
    const rows: { id: string }[] = await listUnusedMediaFiles(context.db, { before, after, max: batch })
    const ids = rows.map(({ id }) => id)
    const removed = await removeEach(context, ids, failures)
    await deleteMediaFiles(context.db, removed)
    spent += removed.length
    after = rows.at(-1)?.id ?? null
    if (rows.length < batch || failures.length >= maxFailures) break
  }
  const swept = await context.media.sweep(new Date(now - orphanHours * 3_600_000), (ids) =>
    referencedMediaFiles(context.db, ids),
  )
  if (failures.length > 0) throw failures[0]
  return { spent, orphans: swept.removed }
}
