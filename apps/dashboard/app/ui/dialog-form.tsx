import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ErrorNotice } from './error-notice.tsx'

export interface DialogFormProps {
  children: ReactNode
  /** The verb on the button that sends it, such as "Create key". */
  action: string
  /** The word on the button that leaves it. */
  cancel?: string
  isReady: boolean
  isBusy: boolean
  /** Why the form cannot be sent, shown beside the buttons. */
  problem?: string | null
  error: unknown
  /** The remedy for the error, if its message contains none. */
  advice?: string | null
  onSubmit(): void
  onClose(): void
}

/** The form of a dialog: its fields, what went wrong, and the buttons that send or leave it. */
export function DialogForm(props: DialogFormProps) {
  const { children, action, cancel = 'Cancel', isReady, isBusy, problem, error, advice, onSubmit, onClose } = props
  const foot = useRef<HTMLDivElement>(null)
  // A long form would hide below its end why it was rejected.
  useEffect(() => {
    if (error) foot.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        <Stack gap="md" ref={foot}>
          {error ? <ErrorNotice error={error} /> : null}
          {advice && <Text size="sm">{advice}</Text>}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" flex={1}>
              {problem}
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={onClose} disabled={isBusy}>
                {cancel}
              </Button>
              <Button type="submit" loading={isBusy} disabled={!isReady}>
                {action}
              </Button>
            </Group>
          </Group>
        </Stack>
      </Stack>
    </form>
  )
}
