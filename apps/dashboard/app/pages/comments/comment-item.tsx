import type { Comment } from '@carillon/client'
import { useState } from 'react'
import { hasUnsentText } from '../../session/unsent-texts.ts'
import { notifyError } from '../../ui/notify.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './comments.module.css'
import { canDeleteComment, type Permissions } from './permissions.ts'
import type { Line } from './threads.ts'
import { type CommentedAccount, useChangeComment, useWriteComment } from './use-comments.ts'
import { WriteForm } from './write-form.tsx'

const numberWords = new Intl.NumberFormat('en')

export interface CommentItemProps {
  account: CommentedAccount
  line: Line
  permissions: Permissions
  isUnread: boolean
  onDelete(comment: Comment): void
  /** Whether the form of a reply is open initially, as it is if there is an unsent text. Default: false. */
  isReplyOpen?: boolean
}

function Header({ comment, isUnread }: { comment: Comment; isUnread: boolean }) {
  const { authorName, authorHandle, authorFullName, isCreator, isHidden, createdAt } = comment
  return (
    <div className={styles['header']}>
      {isUnread && <span className={styles['unread']} role="img" aria-label="Unread" />}
      <bdi dir="auto" className={`foreign ${styles['author']}`}>
        {authorFullName || authorName || authorHandle || 'Somebody'}
      </bdi>
      {isCreator && <span className={styles['mark']}>You</span>}
      {isHidden && <span className={styles['mark']}>Hidden</span>}
      <span className={styles['aside']}>
        <Time at={createdAt} />
      </span>
    </div>
  )
}

/** `3 likes · 1 reply`; empty if it has neither. */
function countWords({ likeCount, replyCount = 0 }: Comment, isReply: boolean): string {
  const counts = [
    { count: likeCount, one: 'like', many: 'likes' },
    { count: isReply ? 0 : replyCount, one: 'reply', many: 'replies' },
  ]
  return counts
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${numberWords.format(count)} ${count === 1 ? one : many}`)
    .join(' · ')
}

const placeOf = ({ accountId }: CommentedAccount, { id }: Comment) => `reply ${accountId} ${id}`

interface ReplyFormProps {
  account: CommentedAccount
  line: Line
  maxLength: number
  onClose(): void
}

function ReplyForm({ account, line: { comment, threadId }, maxLength, onClose }: ReplyFormProps) {
  const write = useWriteComment(account)
  return (
    <WriteForm
      place={placeOf(account, comment)}
      label="Write a reply"
      action="Reply"
      maxLength={maxLength}
      isBusy={write.isPending}
      error={write.error}
      onSubmit={async (message) => {
        await write.mutateAsync({ place: { postId: comment.mediaId, parentId: threadId }, message })
        onClose()
      }}
      onCancel={onClose}
    />
  )
}

/**
 * One comment with the actions that its network and the key permit, in plain elements: a list that scrolls makes many
 * of them. `onDelete` only has to ask for confirmation.
 */
export function CommentItem({ account, line, permissions, isUnread, onDelete, isReplyOpen = false }: CommentItemProps) {
  const { comment, isReply } = line
  const change = useChangeComment(account)
  const [isReplying, setReplying] = useState(isReplyOpen || hasUnsentText(placeOf(account, comment)))
  const { maxReply, canHide, canLike } = permissions
  const apply = (switches: { hidden: boolean } | { liked: boolean }) =>
    change.mutate({ comment, ...switches }, { onError: notifyError })
  return (
    <article className={styles['comment']} data-reply={isReply}>
      <Header comment={comment} isUnread={isUnread} />
      <bdi dir="auto" className={`foreign ${styles['body']}`} data-hidden={comment.isHidden}>
        {comment.body}
      </bdi>
      <div className={styles['actions']}>
        {maxReply !== null && (
          <RowButton icon="reply" onClick={() => setReplying(!isReplying)} aria-expanded={isReplying}>
            Reply
          </RowButton>
        )}
        {canLike && (
          <RowButton
            icon="heart"
            onClick={() => apply({ liked: !comment.liked })}
            isBusy={change.isPending}
            aria-pressed={comment.liked === true}
          >
            {comment.liked ? 'Unlike' : 'Like'}
          </RowButton>
        )}
        {canHide && !comment.isCreator && (
          <RowButton
            icon={comment.isHidden ? 'eye' : 'eye-off'}
            onClick={() => apply({ hidden: !comment.isHidden })}
            isBusy={change.isPending}
          >
            {comment.isHidden ? 'Show' : 'Hide'}
          </RowButton>
        )}
        {canDeleteComment(permissions, comment) && (
          <RowButton icon="trash" onClick={() => onDelete(comment)}>
            Delete
          </RowButton>
        )}
        <span className={styles['aside']}>{countWords(comment, isReply)}</span>
      </div>
      {isReplying && maxReply !== null && (
        <ReplyForm account={account} line={line} maxLength={maxReply} onClose={() => setReplying(false)} />
      )}
    </article>
  )
}
