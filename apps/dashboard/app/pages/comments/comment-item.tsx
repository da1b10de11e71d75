import type { Comment } from '@carillon/client'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notifyError } from '../../ui/notify.ts'
import { Time } from '../../ui/time.tsx'
import styles from './comments.module.css'
import { canDeleteComment, type Permissions } from './permissions.ts'
import type { Line } from './threads.ts'
import { type CommentedAccount, useCommentActions } from './use-comments.ts'
import { WriteForm } from './write-form.tsx'

export interface CommentItemProps {
  account: CommentedAccount
  line: Line
  permissions: Permissions
  isUnread: boolean
  onDelete(comment: Comment): void
}

function Header({ comment, isUnread }: { comment: Comment; isUnread: boolean }) {
  const { authorName, authorHandle, authorFullName, isCreator, isHidden, createdAt } = comment
  return (
    <Group gap="xs">
      {isUnread && <span className={styles['unread']} role="img" aria-label="Unread" />}
      <Foreign size="sm" fw={600}>
        {authorFullName || authorName || authorHandle || 'Somebody'}
      </Foreign>
      {isCreator && (
        <Badge variant="default" size="sm" tt="none">
          You
        </Badge>
      )}
      {isHidden && (
        <Badge variant="default" size="sm" tt="none">
          Hidden
        </Badge>
      )}
      <Text size="xs" c="dimmed" component="span">
        <Time at={createdAt} />
      </Text>
    </Group>
  )
}

/** One comment with what may be done with it on its network. */
export function CommentItem({ account, line, permissions, isUnread, onDelete }: CommentItemProps) {
  const { comment, isReply, threadId } = line
  const { write, change } = useCommentActions(account)
  const [isReplying, setReplying] = useState(false)
  const { maxReply, canHide, canLike } = permissions
  const apply = (switches: { hidden: boolean } | { liked: boolean }) =>
    change.mutate({ comment, ...switches }, { onError: notifyError })
  return (
    <article className={styles['comment']} data-reply={isReply}>
      <Stack gap={6}>
        <Header comment={comment} isUnread={isUnread} />
        <Foreign size="sm" className={`foreign ${styles['body']}`} {...(comment.isHidden && { fs: 'italic' })}>
          {comment.body}
        </Foreign>
        <Group gap="xs">
          {maxReply !== null && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name="reply" size={13} />}
              onClick={() => setReplying(!isReplying)}
              aria-expanded={isReplying}
            >
              Reply
            </Button>
          )}
          {canLike && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name="heart" size={13} />}
              onClick={() => apply({ liked: !comment.liked })}
              loading={change.isPending}
              aria-pressed={comment.liked === true}
            >
              {comment.liked ? 'Unlike' : 'Like'}
            </Button>
          )}
          {canHide && !comment.isCreator && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name={comment.isHidden ? 'eye' : 'eye-off'} size={13} />}
              onClick={() => apply({ hidden: !comment.isHidden })}
              loading={change.isPending}
            >
              {comment.isHidden ? 'Show' : 'Hide'}
            </Button>
          )}
          {canDeleteComment(permissions, comment) && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<Icon name="trash" size={13} />}
              onClick={() => onDelete(comment)}
            >
              Delete
            </Button>
          )}
          {comment.likeCount > 0 && (
            <Text size="xs" c="dimmed">
              {comment.likeCount.toLocaleString('en')} {comment.likeCount === 1 ? 'like' : 'likes'}
            </Text>
          )}
          {!isReply && comment.replyCount !== undefined && comment.replyCount > 0 && (
            <Text size="xs" c="dimmed">
              {comment.replyCount.toLocaleString('en')} {comment.replyCount === 1 ? 'reply' : 'replies'}
            </Text>
          )}
        </Group>
        {isReplying && maxReply !== null && (
          <WriteForm
            label="Write a reply"
            action="Reply"
            maxLength={maxReply}
            isBusy={write.isPending}
            error={write.error}
            onSubmit={async (message) => {
              await write.mutateAsync({ place: { postId: comment.mediaId, parentId: threadId }, message })
              setReplying(false)
            }}
            onCancel={() => setReplying(false)}
          />
        )}
      </Stack>
    </article>
  )
}
