import { referencedMediaFiles } from '@carillon/database'
import { asServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'
import { removeFiles } from '../../uploads/remove-files.ts'

/**
 * Deletes the files of a post that was not stored, except those to which a row refers. `thrown` is the error of storing
 * the post: after a server error, the post may have been stored nevertheless, so the files are left to the periodic
 * sweep. They are also left to it if the database cannot be read. Never rejects.
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
