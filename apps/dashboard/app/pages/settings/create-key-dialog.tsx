import { Alert, Button, Code, Group, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { profilesQuery } from '../../data/queries.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { expiries, expiryAt } from './key-expiry.ts'

/** The choice that binds the key to no profile. */
const organization = { value: 'organization', label: 'The organization' }

/** Creates a key and shows it, the only time that it can be seen. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data: profiles = [] } = useQuery(profilesQuery)
  const [name, setName] = useState('')
  const [profileId, setProfileId] = useState<string | null>(null)
  const [days, setDays] = useState<string | null>('90')
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const expiresAt = expiryAt(days, Date.now())
      const body = { name: name.trim(), ...(profileId && { profileId }), ...(expiresAt && { expiresAt }) }
      return (await api.post('/keys', { body })).data
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  })
  if (data) return <CreatedKey apiKey={data.apiKey} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title="Create a key" isLocked={isPending}>
      <DialogForm
        action="Create key"
        isReady={name.trim() !== ''}
        isBusy={isPending}
        error={error}
        onSubmit={mutate}
        onClose={onClose}
      >
        <TextInput
          label="Name"
          description="What the key is for, such as the program that uses it."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Select
          label="Reaches"
          data={[organization, ...profiles.map((profile) => ({ value: profile.id, label: profile.name }))]}
          value={profileId ?? organization.value}
          onChange={(id) => setProfileId(id === organization.value ? null : id)}
          allowDeselect={false}
          searchable
        />
        <Select label="Expires" data={[...expiries]} value={days} onChange={setDays} allowDeselect={false} />
      </DialogForm>
    </Dialog>
  )
}

function CreatedKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Copy the key now" isLocked>
      <Stack gap="md">
        <Alert color="orange" variant="light" role="status">
          This is the only time that the key is shown. Keep it where the program reads its secrets.
        </Alert>
        <Code block className="wrapped">
          {apiKey}
        </Code>
        <Group justify="space-between">
          <CopyButton text={apiKey} label="Copy key" />
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
