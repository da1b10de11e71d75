import type { AccountRow } from '@carillon/database'
import { type PlatformWith, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { commentCreateKind } from '../../comments/comment-create-kind.ts'
import { storeChange } from '../../comments/local-change.ts'
import { writeNow } from '../../journal/write-now.ts'
import { type Check, CheckEnd, skippedCheck } from './check.ts'
import type { TestPost } from './publish-samples.ts'
import { callForTrial, type Trial } from './trial.ts'
import type { WriteOptions } from './write-options.ts'

const message = 'A test comment of Carillon.'

type CommentAccount = AccountRow & { platform: PlatformWith<'comments.reply'> & PlatformWith<'comments.delete'> }

/** Returns the account if its network has comments that can be written and deleted; otherwise null. */
function commentAccount({ account }: Trial): CommentAccount | null {
  const { platform } = account
  if (!supports('comments.reply', platform) || !supports('comments.delete', platform)) return null
  return { ...account, platform }
}

/**
 * A comment that checks reply to, hide and like. `postId` returns null if its post is not known; `id` throws `CheckEnd`
 * if the comment was not written.
 */
interface Place {
  /** The beginning of the names of all checks on the comment. */
  name: string
  postId(): string | null
  id(): string
}

/**
 * Returns checks that write a comment on the given post of the account, reply to it, hide, like and delete it. Actions
 * that the platform does not support are left out. For a platform that allows only replies, returns only one check,
 * which is skipped. Empty for a platform on which Carillon does not write comments.
 */
export function ownCommentWrites(trial: Trial, post: TestPost): Check[] {
  const account = commentAccount(trial)
  if (!account) return []
  const name = 'comment of the account'
  if (!supports('comments.comment', account.platform)) {
    return [skippedCheck(`${name}: write`, 'The network allows only replies. Pass --comment ID.')]
  }
  const comment = written(trial, account)
  const place: Place = { name, postId: () => post.id(), id: comment.id }
  const write = () => comment.write({ postId: post.id(), parentId: null })
  return [
    { check: `${name}: write`, run: () => (post.isPrivate ? unlessClosed(write) : write()) },
    ...changes(trial, account, place),
    { check: `${name}: delete`, run: comment.delete },
  ]
}

/**
 * Returns checks that reply to another user's comment, hide and like it, and undo all of this. Actions that the
 * platform does not support are left out. If `commentId` is null, returns only one check, which is skipped. Empty for a
 * platform on which Carillon does not write comments.
 */
export function otherCommentWrites(
  trial: Trial,
  { commentId, postId }: Pick<WriteOptions, 'commentId' | 'postId'>,
): Check[] {
  const account = commentAccount(trial)
  if (!account) return []
  const name = 'comment of another user'
  if (commentId === null) return [skippedCheck(`${name}: reply`, 'Requires a comment. Pass --comment ID.')]
  const place: Place = { name, postId: () => postId, id: () => commentId }
  return changes(trial, account, place)
}

/**
 * Returns checks on a comment: reply to it, hide it and show it again, like and unlike it, and delete the reply.
 * Actions that the platform does not support are left out.
 */
function changes(trial: Trial, account: CommentAccount, { name, postId, id }: Place): Check[] {
  const reply = written(trial, account)
  const target = () => ({ commentId: id(), postId: postId() })
  return [
    { check: `${name}: reply`, run: () => reply.write({ postId: postId(), parentId: id() }) },
    ...hides(trial, account, { name, target }),
    ...likes(trial, account, { name, target }),
    { check: `${name}: delete the reply`, run: reply.delete },
  ]
}

interface Changing extends Pick<Place, 'name'> {
  target(): { commentId: string; postId: string | null }
}

function hides(trial: Trial, account: CommentAccount, { name, target }: Changing): Check[] {
  const { platform } = account
  if (!supports('comments.hide', platform)) return []
  const hide = async (hidden: boolean) => {
    const { comments } = await trial.context.registry.adapter(platform)
    await callForTrial(trial, (call) => comments.hide(call, { ...target(), hidden }))
  }
  return [{ check: `${name}: hide and show`, run: () => thereAndBack(hide) }]
}

function likes(trial: Trial, account: CommentAccount, { name, target }: Changing): Check[] {
  const { platform } = account
  if (!supports('comments.like', platform)) return []
  const like = async (liked: boolean) => {
    const { comments } = await trial.context.registry.adapter(platform)
    await callForTrial(trial, (call) => comments.like(call, { ...target(), liked }))
  }
  return [{ check: `${name}: like and unlike`, run: () => thereAndBack(like) }]
}

/**
 * Calls `set` with true and then with false, even if the first call fails.
 * @throws the error of the first call that fails
 */
async function thereAndBack(set: (value: boolean) => Promise<void>): Promise<void> {
  try {
    await set(true)
  } catch (error) {
    await set(false).catch(() => {})
    throw error
  }
  await set(false)
}

/**
 * Returns functions that write and delete one comment of the account, for two checks, and its id. `id` and `delete`
 * throw `CheckEnd` with the outcome `skipped` if it was not written.
 */
function written(trial: Trial, account: CommentAccount) {
  const { context, requestId, signal } = trial
  let written: string | undefined
  const id = (): string => {
    if (written === undefined) throw new CheckEnd('skipped', 'The comment was not written.')
    return written
  }
  return {
    id,
    async write(place: { postId: string | null; parentId: string | null }): Promise<void> {
      const payload = { ...place, message }
      const write = { kind: commentCreateKind, account, grant: null, requestId, payload, signal }
      written = (await writeNow(context, write)).id
    },
    async delete(): Promise<void> {
      const commentId = id()
      const { comments } = await context.registry.adapter(account.platform)
      await callForTrial(trial, (call) => comments.delete(call, { commentId, isOwn: true, banAuthor: false }))
      await storeChange(context, { accountId: account.id, commentId, isDeleted: true })
    },
  }
}

/**
 * Calls `write`, which comments on a private post. If the network rejects the comment, the check is skipped, because
 * that shows nothing wrong with the responses of the network.
 */
async function unlessClosed(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'provider_rejected') throw error
    throw new CheckEnd('skipped', 'The network allows no comments on a private post.')
  }
}
