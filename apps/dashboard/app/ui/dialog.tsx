import { Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusReturn } from './use-focus-return.ts'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  size?: 'md' | 'lg' | 'xl'
  /** Whether the dialog ignores Escape, a click beside it and its close button, as while something is in progress. */
  isLocked?: boolean
  children: ReactNode
}

/**
 * A modal dialog. Escape closes it unless it is locked, and the focus returns to where it was before. The element with
 * `data-autofocus` gets the focus when it opens.
 */
export function Dialog({ opened, onClose, title, size = 'md', isLocked = false, children }: DialogProps) {
  useFocusReturn(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      centered
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Modal.Header, whose element would be a banner of the page. */}
        <Group justify="space-between" wrap="nowrap" px="md" pt="md" pb="xs">
          <Modal.Title fw={600} fz="lg">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label="Close" disabled={isLocked} />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
