import { deleteMediaFiles, listUnusedMediaFiles, referencedMediaFiles } from '@carillon/database'
import type { Context } from '../../context.ts'

const batch = 500
const orphanHours = 24

/**
 * Deletes the media files of publishes, and of schedules without a publish, that ended more than `MEDIA_GRACE_MINUTES`
 * ago (`spent` is the number of files), then files in the media store that are older than a day and to which nothing
 * refers (`orphans`). Called by the retention job.
 */
export async function sweepMedia(context: Context): Promise<{ spent: number; orphans: number }> {
  const now = context.now().getTime()
  const before = new Date(now - context.config.media.graceMinutes * 60_000)
  let spent = 0
  for (;;) {
    const rows = await listUnusedMediaFiles(context.db, before, batch)
    await Promise.all(rows.map(({ id }) => context.media.remove(id)))
    await deleteMediaFiles(
      context.db,
      rows.map(({ id }) => id),
    )
    spent += rows.length
    if (rows.length < batch) break
  }
  const swept = await context.media.sweep(new Date(now - orphanHours * 3_600_000), (ids) =>
    referencedMediaFiles(context.db, ids),
  )
  return { spent, orphans: swept.removed }
}
