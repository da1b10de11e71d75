import type { Account } from '@carillon/client'
import { Stack, Switch, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccess } from '../../data/access.ts'
import { api } from '../../data/api.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'

type Capabilities = NonNullable<Account['xCapabilities']>

const switches: readonly { name: keyof Capabilities; label: string; description: string }[] = [
  { name: 'analytics', label: 'Read analytics in the background', description: 'Each read is charged.' },
  { name: 'inbox', label: 'Read messages in the background', description: 'Each read is charged.' },
]

/**
 * Switches for the background reads of an X account, for which X charges; `switches` are the current values. A switch
 * moves only after the service has saved the change.
 */
export function Switches({ account, switches: on }: { account: Account; switches: Capabilities }) {
  const client = useQueryClient()
  const { profileId, accountId } = account
  const mayChange = useAccess().can('accounts:write')
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (xCapabilities: Partial<Capabilities>) =>
      api.patch('/profiles/{profileId}/accounts/{accountId}', {
        path: { profileId, accountId },
        body: { xCapabilities },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['accounts'] }),
  })
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Paid background reads
      </Title>
      {switches.map(({ name, label, description }) => (
        <Switch
          key={name}
          label={label}
          description={description}
          checked={on[name]}
          disabled={!mayChange || (isPending && variables?.[name] !== undefined)}
          onChange={(event) => mutate({ [name]: event.currentTarget.checked })}
        />
      ))}
      {error ? <ErrorNotice error={error} /> : null}
      <Text size="sm" c="dimmed">
        What it costs is listed under Usage.
      </Text>
    </Stack>
  )
}
