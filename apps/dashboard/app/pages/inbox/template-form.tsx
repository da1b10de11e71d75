import { Button, Group, Paper, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { filledTemplate, placeholdersIn } from './template.ts'
import { useSending } from './use-messages.ts'

export interface TemplateFormProps {
  profileId: string
  platform: string
  accountId: string
  /** Undefined lets the user enter the number. */
  recipient?: string | undefined
  maxParameters: number
  onSent?: () => void
}

/** Sends an approved template. Its text is only needed for the preview, as the network has the text itself. */
export function TemplateForm({ profileId, platform, accountId, recipient, maxParameters, onSent }: TemplateFormProps) {
  const { mutate, isPending, error } = useSending(profileId)
  const [to, setTo] = useState(recipient ?? '')
  const [name, setName] = useState('')
  const [language, setLanguage] = useState('en_US')
  const [text, setText] = useState('')
  const [values, setValues] = useState<readonly string[]>([])
  const count = Math.min(maxParameters, placeholdersIn(text))
  const bodyParameters = values.slice(0, count)
  const isComplete = to.trim() !== '' && name !== '' && bodyParameters.filter(Boolean).length === count
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(
      {
        platform,
        accountId,
        recipient: to.trim(),
        template: { name, language, ...(bodyParameters.length > 0 && { bodyParameters }) },
      },
      {
        onSuccess: () => {
          notifyDone('The template was sent.')
          onSent?.()
        },
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {recipient === undefined && (
          <TextInput
            label="Phone number"
            description="With the country code, such as +14155550123"
            value={to}
            onChange={({ currentTarget: { value } }) => setTo(value)}
            type="tel"
            data-autofocus
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label="Name of the template"
            value={name}
            onChange={({ currentTarget: { value } }) => setName(value)}
            placeholder="order_ready"
          />
          <TextInput
            label="Language"
            value={language}
            onChange={({ currentTarget: { value } }) => setLanguage(value)}
            maxLength={15}
          />
        </SimpleGrid>
        <Textarea
          label="Text of the template"
          description="Paste it from the network to fill its placeholders, such as {{1}}. It is not sent."
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          autosize
          minRows={2}
          dir="auto"
        />
        {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
          <TextInput
            key={number}
            label={`Value of {{${number}}}`}
            value={values[number - 1] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setValues((all) =>
                Array.from({ length: count }, (_, at) => (at === number - 1 ? value : (all[at] ?? ''))),
              )
            }
            dir="auto"
          />
        ))}
        {text && (
          <Paper withBorder p="sm">
            <Text size="xs" c="dimmed">
              Preview
            </Text>
            <Foreign size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {filledTemplate(text, values)}
            </Foreign>
          </Paper>
        )}
        {error ? <ErrorNotice error={error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={isPending} disabled={!isComplete}>
            Send template
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
