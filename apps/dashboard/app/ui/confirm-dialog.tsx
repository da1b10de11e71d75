import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'

export interface ConfirmDialogProps {
  onClose: () => void
  /** A question, such as "Delete this profile?" */
  title: string
  /** The consequences of the action. */
  children: ReactNode
  /** The verb on the button, such as "Delete profile". */
  confirmLabel: string
  /** The text of the button that changes nothing. Default: "Cancel"; set it where that could mean the action. */
  dismissLabel?: string
  /** Whether the action destroys nothing, so that its button is not red. Default: false. */
  isHarmless?: boolean
  /** False disables the button, while input is incomplete. Default: true. */
  isReady?: boolean
  onConfirm: () => void
  /** What `onConfirm` starts. */
  mutation: { isPending: boolean; error: unknown }
}

/**
 * Asks for confirmation before an action. While `mutation` is pending it cannot be closed; the caller closes it once
 * that is done, and its error is shown otherwise.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onClose, title, children, confirmLabel, isReady = true, onConfirm, mutation } = props
  const { dismissLabel = 'Cancel', isHarmless = false } = props
  const { isPending: isBusy, error } = mutation
  return (
    <Dialog opened onClose={onClose} title={title} isLocked={isBusy}>
      <Stack gap="md">
        <div>{children}</div>
        {error ? <ErrorNotice error={error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
            {dismissLabel}
          </Button>
          <Button {...(!isHarmless && { color: 'red.8' })} onClick={onConfirm} loading={isBusy} disabled={!isReady}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
