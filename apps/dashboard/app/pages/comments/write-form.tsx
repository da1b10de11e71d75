import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useUnsentText } from '../../session/unsent-texts.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'

export interface WriteFormProps {
  /** What is written and where: see `useUnsentText`. */
  place: string
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
 * text, which is cleared once its promise resolves and stays if it rejects. Until it is sent or cancelled, the text
 * stays for the `place`. With `onCancel`, Escape cancels, and the field gets the focus unless it begins with a text.
 */
export function WriteForm({ place, label, action, maxLength, isBusy, error, onSubmit, onCancel }: WriteFormProps) {
  const { text: message, setText: setMessage, follow } = useUnsentText(place)
  const [isNew] = useState(message === '')
  const length = [...message].length
  const isFit = message.trim() !== '' && length <= maxLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    follow(onSubmit(message.trim()))
  }
  const cancel =
    onCancel &&
    (() => {
      setMessage('')
      onCancel()
    })
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Escape and Enter then belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') cancel?.()
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
          autoFocus={onCancel !== undefined && isNew}
        />
        {error ? <ErrorNotice error={error} /> : null}
        <Group justify="space-between">
          <Text size="xs" c={length > maxLength ? 'var(--mantine-color-error)' : 'dimmed'}>
            {length.toLocaleString('en')} of {maxLength.toLocaleString('en')}
          </Text>
          <Group gap="xs">
            {cancel && (
              <Button size="xs" variant="default" onClick={cancel}>
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
