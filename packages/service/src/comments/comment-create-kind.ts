import { type ExternalWriteRow, findAccountForWorker, type Tx } from '@carillon/database'
import { type Comment, supports } from '@carillon/domain'
import type { CommentInput, CommentResult } from '@carillon/providers'
import type { WriteKind } from '../journal/write-kind.ts'
import { type Comments, commentsPort } from './comments-port.ts'
import { addOwnComment } from './local-change.ts'

/** A reply, or a comment on a post. */
export const commentCreateKind: WriteKind<CommentInput, CommentInput, CommentResult> = {
  words: { thing: 'comment', done: 'posted' },
  absentOutcome: 'not_posted',
  whenAbsent: 'fail',
  unsentSeconds: 30,
  async port(context, platform) {
    if (!supports('comments.reply', platform)) return undefined
    return (await commentsPort(context, platform)).reply as Comments['reply']
  },
  input: async (_run, { postId, parentId, message }) => ({ postId, parentId, message }),
  providerIds: ({ id }) => [id],
  resolved: (id) => ({ id }),
  async onEnd(tx, { row }) {
    if (row.status !== 'succeeded') return
    const comment = await ownComment(tx, row)
    if (comment) await addOwnComment(tx, { accountId: row.account_id, comment })
  },
}

/** The comment as the copy shows it: as the network returned it, else made of what was sent. */
async function ownComment(tx: Tx, row: ExternalWriteRow): Promise<Comment | Omit<Comment, 'mediaId'> | undefined> {
  const result = row.result as CommentResult
  if ('body' in result) return result
  const { message, parentId, postId } = row.payload as unknown as CommentInput
  const account = await findAccountForWorker(tx, row.account_id)
  if (!account) return undefined
  const handle = account.display_identifier ?? account.provider_id
  const name = account.display_name ?? handle
  return {
    id: result.id,
    ...(postId !== null && { mediaId: postId }),
    parentId,
    authorName: name,
    authorFullName: name,
    authorHandle: handle,
    avatarUrl: account.avatar_url,
    profileUrl: '',
    body: message,
    likeCount: 0,
    isCreator: true,
    isHidden: false,
    createdAt: row.updated_at.toISOString(),
  }
}
