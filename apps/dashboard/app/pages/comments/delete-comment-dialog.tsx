import type { Comment } from '@carillon/client'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { type CommentedAccount, useDeleteComment } from './use-comments.ts'

export interface DeleteCommentDialogProps {
  account: CommentedAccount
  comment: Comment
  canBan: boolean
  onClose: () => void
}

/**
 * Asks for confirmation, and deletes a comment. If `canBan`, and the account did not write the comment itself, its
 * author can be banned as well.
 */
export function DeleteCommentDialog({ account, comment, canBan, onClose }: DeleteCommentDialogProps) {
  const remove = useDeleteComment(account)
  const [banAuthor, setBan] = useState(false)
  const confirm = () =>
    remove.mutate(
      { commentId: comment.id, banAuthor },
      {
        onSuccess: () => {
          notifyDone('The comment was deleted.')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this comment?"
      confirmLabel={banAuthor ? 'Delete and ban' : 'Delete comment'}
      onConfirm={confirm}
      mutation={remove}
    >
      <Stack gap="sm">
        <Text size="sm">
          <Foreign inherit fw={600}>
            {comment.authorName || comment.authorHandle || 'Somebody'}
          </Foreign>{' '}
          wrote:
        </Text>
        <Foreign size="sm" lineClamp={6}>
          {comment.body}
        </Foreign>
        <Text size="sm">It is deleted on the network. This cannot be undone.</Text>
        {canBan && !comment.isCreator && (
          <Checkbox
            label="Ban the author from commenting on this channel"
            checked={banAuthor}
            onChange={({ currentTarget: { checked } }) => setBan(checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
