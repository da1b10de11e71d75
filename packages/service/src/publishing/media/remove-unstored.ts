import { referencedMediaFiles } from '@carillon/database'
import { asServiceError } from '@carillon/errors'
import type { Context } from '../../context.ts'
import { removeFiles } from '../../uploads/remove-files.ts'

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
