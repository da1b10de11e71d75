import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { FormEvent, KeyboardEvent } from 'react'
import { useUnsentText } from '../../session/unsent-texts.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { type Conversation, windowEnd } from './conversations.ts'
import { useSending } from './use-messages.ts'

/**
 * The limits of text replies on a network, from its capabilities: characters, bytes of UTF-8 (in place of characters
 * unless null), and hours after the participant's last message.
 */
interface TextRules {
  maxLength: number
  maxBytes: number | null
  windowHours: number
}

export interface TextFormProps {
  profileId: string
  conversation: Conversation
  rules: TextRules
}

const encoder = new TextEncoder()

/**
 * A form that replies with a text (Enter sends, Shift+Enter adds a line), which stays for the conversation until it is
 * sent; outside the network's window for replies, the reason why none is possible.
 */
export function TextForm({ profileId, conversation, rules }: TextFormProps) {
  const { platform, accountId, participant, lastInboundAt } = conversation
  const { text, setText, follow } = useUnsentText(`message ${conversation.id}`)
  const { mutateAsync, isPending, error } = useSending(profileId)
  const end = windowEnd(lastInboundAt, rules.windowHours)
  if (end === null || Date.parse(end) <= Date.now()) {
    return (
      <Text size="sm">
        {end === null ? (
          'Replies are possible once the other side has written.'
        ) : (
          <>
            The network allows replies for {rules.windowHours} hours after the last message of the other side; that
            ended <Time at={end} />. You can reply once they write again.
          </>
        )}
      </Text>
    )
  }
  const length = rules.maxBytes === null ? [...text].length : encoder.encode(text).length
  const max = rules.maxBytes ?? rules.maxLength
  const isFit = text.trim() !== '' && length <= max
  const send = () => {
    if (isFit && !isPending) {
      follow(mutateAsync({ platform, accountId, recipient: participant, text: text.trim() }))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          aria-label="Write a message"
          placeholder="Write a message"
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={onKeyDown}
          autosize
          minRows={1}
          maxRows={8}
          dir="auto"
        />
        {error ? <ErrorNotice error={error} /> : null}
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="xs" c={length > max ? 'var(--mantine-color-error)' : 'dimmed'} component="div" flex={1}>
            {length.toLocaleString('en')} of {max.toLocaleString('en')}
            {rules.maxBytes === null ? '' : ' bytes'}. The time to reply ends <Time at={end} />.
          </Text>
          <Button type="submit" size="xs" flex="none" loading={isPending} disabled={!isFit}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
