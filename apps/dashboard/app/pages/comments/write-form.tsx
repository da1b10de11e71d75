import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { ErrorNotice } from '../../ui/error-notice.tsx'

export interface WriteFormProps {
  label: string
  action: string
  maxLength: number
  isBusy: boolean
  error: unknown
  onSubmit(message: string): Promise<unknown>
  onCancel?: () => void
}

/**
 * A form for a comment or a reply of at most `maxLength` characters; Ctrl+Enter sends it. `onSubmit` gets the trimmed
 * text, which is cleared once its promise resolves and stays if it rejects. With `onCancel`, the field gets the focus.
 */
export function WriteForm({ label, action, maxLength, isBusy, error, onSubmit, onCancel }: WriteFormProps) {
  const [message, setMessage] = useState('')
  const length = [...message].length
  const isFit = message.trim() !== '' && length <= maxLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(message.trim()).then(
      () => setMessage(''),
      // The error is shown below the text, which stays.
      () => {},
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') onCancel?.()
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isSend && isFit && !isBusy) event.currentTarget.form?.requestSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          aria-label={label}
          placeholder={label}
          value={message}
          onChange={({ currentTarget: { value } }) => setMessage(value)}
          onKeyDown={onKeyDown}
          autosize
          minRows={2}
          dir="auto"
          autoFocus={onCancel !== undefined}
        />
        {error ? <ErrorNotice error={error} /> : null}
        <Group justify="space-between">
          <Text size="xs" c={length > maxLength ? 'var(--mantine-color-error)' : 'dimmed'}>
            {length.toLocaleString('en')} of {maxLength.toLocaleString('en')}
          </Text>
          <Group gap="xs">
            {onCancel && (
              <Button size="xs" variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button size="xs" type="submit" loading={isBusy} disabled={!isFit}>
              {action}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
