import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'

export interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  /** A question, such as "Delete this profile?" */
  title: string
  /** The consequences of the action. */
  children: ReactNode
  /** The verb on the button, such as "Delete profile". */
  confirmLabel: string
  /** The button that leaves everything as it is; "Cancel" if that is not ambiguous. */
  dismissLabel?: string
  /** Whether nothing is lost. */
  isHarmless?: boolean
  /** False while what is asked for is incomplete. */
  isReady?: boolean
  onConfirm: () => void
  isBusy: boolean
  error: unknown
}

/** Asks before something that cannot be undone. It stays until the service has done it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, confirmLabel, isReady = true, onConfirm, isBusy, error } = props
  const { dismissLabel = 'Cancel', isHarmless = false } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title} isLocked={isBusy}>
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
