import type { Context } from '../context.ts'

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
