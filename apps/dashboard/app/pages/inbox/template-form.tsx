import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../data/api.ts'
import { unchecked } from '../../data/unchecked.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { bodyOf, keyOf, obstacleOf, placeholdersIn, type Template, templateOptions } from './template.ts'
import { TemplatePreview } from './template-preview.tsx'
import { useSending } from './use-messages.ts'

export interface TemplateFormProps {
  profileId: string
  platform: string
  accountId: string
  /** The phone number of the recipient; undefined to let the user enter it. */
  recipient?: string | undefined
  maxParameters: number
  onSent?: () => void
}

/** The message templates of an account, read from the network, also those that are not approved. */
function useTemplates(platform: string, accountId: string) {
  return useQuery({
    queryKey: ['templates', accountId],
    queryFn: async ({ signal }): Promise<readonly Template[]> =>
      (await api.get('/messages/templates', { query: unchecked({ platform, accountId }), signal })).data.templates,
    staleTime: 60_000,
  })
}

interface ValuesProps {
  count: number
  values: readonly string[]
  onChange(values: readonly string[]): void
}

function Values({ count, values, onChange }: ValuesProps) {
  return Array.from({ length: count }, (_, index) => (
    <TextInput
      // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder is its number.
      key={index}
      label={`Value of {{${index + 1}}}`}
      required
      value={values[index] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange(Array.from({ length: count }, (_all, at) => (at === index ? value : (values[at] ?? ''))))
      }
      dir="auto"
    />
  ))
}

/**
 * A form that sends one of the account's approved templates, with at most `maxParameters` values for its placeholders.
 * `onSent` is called after it was sent.
 */
export function TemplateForm({ profileId, platform, accountId, recipient, maxParameters, onSent }: TemplateFormProps) {
  const { mutate, isPending, error } = useSending(profileId)
  const templates = useTemplates(platform, accountId)
  const [to, setTo] = useState(recipient ?? '')
  const [chosen, setChosen] = useState<string | null>(null)
  const [values, setValues] = useState<readonly string[]>([])
  const template = templates.data?.find((one) => keyOf(one) === chosen)
  const obstacle = template ? obstacleOf(template, maxParameters) : null
  const count = template && obstacle === null ? placeholdersIn(bodyOf(template)) : 0
  const bodyParameters = values.slice(0, count).map((value) => value.trim())
  const isComplete = bodyParameters.filter(Boolean).length === count
  const isReady = template !== undefined && obstacle === null && to.trim() !== '' && isComplete
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const { name, language } = template
    mutate(
      {
        ...{ platform, accountId, recipient: to.trim() },
        template: { name, language, ...(count > 0 && { bodyParameters }) },
      },
      {
        onSuccess: () => {
          notifyDone('The template was sent.')
          setValues([])
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
            required
            value={to}
            onChange={({ currentTarget: { value } }) => setTo(value)}
            type="tel"
            data-autofocus
          />
        )}
        {templates.error ? (
          <ErrorNotice error={templates.error} onRetry={() => templates.refetch()} />
        ) : (
          <Select
            label="Template"
            placeholder={templates.isPending ? 'Reading the templates' : 'Choose a template'}
            data={templateOptions(templates.data ?? [], maxParameters)}
            value={chosen}
            onChange={(value) => {
              setChosen(value)
              setValues([])
            }}
            disabled={templates.isPending}
            searchable
            nothingFoundMessage={templates.data?.length === 0 ? 'The account has no templates' : 'No template matches'}
          />
        )}
        {obstacle && (
          <Alert color="yellow" variant="light">
            This template cannot be sent. {obstacle}
          </Alert>
        )}
        <Values count={count} values={values} onChange={setValues} />
        {template && <TemplatePreview template={template} values={values} />}
        {error ? <ErrorNotice error={error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={isPending} disabled={!isReady}>
            Send template
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
