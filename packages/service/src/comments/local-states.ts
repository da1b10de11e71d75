import { type CommentRow, listCommentChanges, lockCommentChanges, type Tx } from '@carillon/database'
import type { Comment } from '@carillon/domain'
import type { LocalState } from './merge-comment.ts'

/**
 * Returns the recorded changes (`noteChange`) of comments that are about to be stored for the first time, keyed by the
 * network's comment id; comments without changes are absent. A reply counts as deleted if its parent was deleted
 * through the API or by a webhook event, but not if a read merely did not find the parent. Call it in the transaction
 * that adds the comments and has locked the post's row.
 * @param stored the rows of the comments and their parents that are already stored
 */
export async function localStates(
  tx: Tx,
  accountId: string,
  {
    comments,
    stored,
  }: { comments: readonly Pick<Comment, 'id' | 'parentId'>[]; stored: ReadonlyMap<string, CommentRow> },
): Promise<Map<string, LocalState>> {
  const added = comments.filter(({ id }) => !stored.has(id))
  if (added.length === 0) return new Map()
  await lockCommentChanges(tx, accountId, 'adding')
  const ids = added.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId]))
  const changes = await listCommentChanges(tx, accountId, [...new Set(ids)])
  const deletedAt = (id: string | null): Date | null => {
    if (id === null) return null
    const [row, change] = [stored.get(id), changes.get(id)]
    return row?.deletedHere ? row.deletedAt : change?.deleted ? change.changedAt : null
  }
  return new Map(
    added.flatMap(({ id, parentId }): [string, LocalState][] => {
      const gone = deletedAt(parentId)
      const change = changes.get(id)
      if (gone !== null) return [[id, { isHidden: null, liked: null, deleted: true, changedAt: gone }]]
      return change ? [[id, change]] : []
    }),
  )
}
