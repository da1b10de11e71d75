import type { Context } from '../context.ts'

/**
 * Copies a file of the media store, and returns the id of the copy; null if the file does not exist. Only a few copies
 * for an organization run at the same time in this process; others wait for their turn. In a bucket, a large copy takes
 * seconds, and each uses one of the connections that all organizations share.
 */
export function copyInTurn(
  { media, state }: Pick<Context, 'media' | 'state'>,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<string | null> {
  return state.copies.take(organizationId, () => media.copy(id))
}
