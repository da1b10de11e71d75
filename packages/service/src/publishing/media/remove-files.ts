import { referencedMediaFiles } from '@carillon/database'
import { asServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'

/**
 * Deletes files of the media store to which nothing refers. A failure is logged, and the periodic sweep deletes the
 * file.
 */
export async function removeFiles(
  { media, log }: Pick<Context, 'media' | 'log'>,
  ids: Iterable<string>,
): Promise<void> {
  for (const id of ids) {
    await media.remove(id).catch((error: unknown) => log.warn({ mediaId: id, err: error }, 'media not removed'))
  }
}

/**
 * Deletes the files of a post that was not stored, given the error of storing it, unless a row refers to them. After a
 * server error it may have been stored, or may still be: the files are then left to the periodic sweep, and so they are
 * if the database cannot be read. Never rejects.
 */
export async function removeUnstored(context: Context, ids: readonly string[], thrown: unknown): Promise<void> {
  if (asServiceError(thrown).status >= 500) return
  try {
    const used = await referencedMediaFiles(context.db, ids)
    await removeFiles(
      context,
      ids.filter((id) => !used.has(id)),
    )
  } catch (error) {
    context.log.warn({ err: error }, 'media of a rejected post left to the sweep')
  }
}
