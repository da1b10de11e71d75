import { sql } from 'kysely'
import type { Tx } from '../db.ts'
import type { CommentRow } from '../schema/comment.ts'

/**
 * Updates the column `answered` of other authors' comments in the threads (a top-level comment and its replies) of
 * changed rows. A top-level comment is answered if the account has replied to it; a reply, if the account has replied
 * in the same thread at the same time or later. Does nothing to threads without a stored reply of the account. The
 * transaction must have locked the post (`lockCommentPost`).
 * @param rows `copyId` is Carillon's id of the stored comments of a post; `parentId` and `id` are the network's ids
 */
export async function noteAnswers(
  tx: Tx,
  rows: readonly Pick<CommentRow, 'copyId' | 'parentId' | 'id'>[],
): Promise<void> {
  if (rows.length === 0) return
  const threads = new Map(
    rows.map(({ copyId, parentId, id }) => [`${copyId} ${parentId ?? id}`, [copyId, parentId ?? id]]),
  )
  const [copies, tops] = [[...threads.values()].map(([copy]) => copy), [...threads.values()].map(([, top]) => top)]
  await sql`
    with thread as materialized (
      select * from unnest(${copies}::uuid[], ${tops}::text[]) as changed (copy_id, top)
      where exists (
        select from comment as reply
        where reply.own and reply.copy_id = changed.copy_id and reply.parent_id = changed.top collate "C"
      )
    ), member as (
      select m.account_id, m.id, exists (
        select from comment as reply
        where reply.own and reply.copy_id = thread.copy_id and reply.parent_id = thread.top collate "C"
          and reply.deleted_at is null and (m.parent_id is null or reply.created_at >= m.created_at)
      ) as answered
      from thread
      cross join lateral (
        select account_id, id, parent_id, created_at, answered from comment
        where copy_id = thread.copy_id and parent_id = thread.top collate "C" and not own
        union all
        select top.account_id, top.id, top.parent_id, top.created_at, top.answered from comment_post as copy
        join comment as top on top.account_id = copy.account_id and top.id = thread.top collate "C" and not top.own
        where copy.id = thread.copy_id
      ) as m
    )
    update comment set answered = member.answered from member
    where comment.account_id = member.account_id and comment.id = member.id
      and comment.answered <> member.answered`.execute(tx.kysely)
}
