import { Alert, Button, Code, Group, Stack } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'

export interface ShownOnceProps {
  /** The noun for the value, such as `key` or `secret`. */
  noun: string
  value: string
  onClose: () => void
}

/** A dialog that shows a secret, which cannot be read again later. Only its button closes it. */
export function ShownOnce({ noun, value, onClose }: ShownOnceProps) {
  return (
    <Dialog opened onClose={onClose} title={`Copy the ${noun} now`} isLocked>
      <Stack gap="md">
        <Alert color="orange" variant="light" role="status">
          This is the only time that the {noun} is shown. Keep it where the program reads its secrets.
        </Alert>
        <Code block className="wrapped">
          {value}
        </Code>
        <Group justify="space-between">
          <CopyButton text={value} label={`Copy ${noun}`} />
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
