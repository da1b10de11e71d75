import { deleteMediaFiles, listUnusedMediaFiles, referencedMediaFiles } from '@carillon/database'
import type { Context } from '../../context.ts'

const batch = 500
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
 * and to which nothing refers (`orphans`). Called by the retention job. A file that cannot be removed does not keep the
 * others.
 * @throws the first error of removing a file, at the end; an error of the database or of listing the files
 */
export async function sweepMedia(context: Context): Promise<{ spent: number; orphans: number }> {
  const now = context.now().getTime()
  const before = new Date(now - context.config.media.graceMinutes * 60_000)
  const failures: unknown[] = []
  let spent = 0
  for (;;) {
    const rows = await listUnusedMediaFiles(context.db, before, batch)
    const ids = rows.map(({ id }) => id)
    const removed = await removeEach(context, ids, failures)
    await deleteMediaFiles(context.db, removed)
    spent += removed.length
    if (rows.length < batch || removed.length === 0) break
  }
  const swept = await context.media.sweep(new Date(now - orphanHours * 3_600_000), (ids) =>
    referencedMediaFiles(context.db, ids),
  )
  if (failures.length > 0) throw failures[0]
  return { spent, orphans: swept.removed }
}
