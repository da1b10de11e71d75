import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ErrorNotice } from './error-notice.tsx'

export interface DialogFormProps {
  children: ReactNode
  /** The text of the button that submits the form, such as "Create key". */
  action: string
  /** The text of the button that closes the form. Default: "Cancel". */
  cancel?: string
  isReady: boolean
  isBusy: boolean
  /** Why the form cannot be submitted, shown beside the buttons; the button is disabled by `isReady` alone. */
  problem?: string | null
  error: unknown
  /** The remedy for the error, if its message contains none; shown below it. */
  advice?: string | null
  onSubmit(): void
  onClose(): void
}

/**
 * The form of a dialog: its fields (`children`), the error of the last submission (null for none), and the buttons that
 * submit or close it. `onSubmit` is called only if `isReady` and not `isBusy`.
 */
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
