import type { WebhookEndpoint } from '@carillon/client'
import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { api } from '../../data/api.ts'
import { profilesQuery } from '../../data/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { type EventSelector, useEventSelectors } from '../../ui/event-selector.ts'
import { EventTypesField } from '../../ui/event-types-field.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { ShownOnce } from '../../ui/shown-once.tsx'

interface Fields {
  url: string
  types: EventSelector[]
  description: string
  profileId: string | null
}

/**
 * Changes an endpoint, or creates one if `endpoint` is null. Returns the secret of a new one; null for a change. Throws
 * `ApiError`.
 */
async function save(endpoint: WebhookEndpoint | null, fields: Fields): Promise<string | null> {
  const { types, profileId } = fields
  const [url, description] = [fields.url.trim(), fields.description.trim()]
  if (endpoint === null) {
    const body = { url, types, ...(description && { description }), ...(profileId && { profileId }) }
    return (await api.post('/webhook-endpoints', { body })).data.secret
  }
  const body = { url, types, description: description || null }
  await api.patch('/webhook-endpoints/{endpointId}', { path: { endpointId: endpoint.id }, body })
  return null
}

/** The option for an endpoint that is bound to no profile. */
const everything = { value: '', label: 'Everything that your key reaches' }

function ProfileField({ value, onChange }: { value: string | null; onChange(id: string | null): void }) {
  const { can, hasOrganization } = useAccess()
  const { data: profiles = [] } = useQuery({ ...profilesQuery, enabled: can('profiles:read') })
  if (!hasOrganization || profiles.length === 0) return null
  return (
    <Select
      label="Events of"
      data={[everything, ...profiles.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? ''}
      onChange={(id) => onChange(id || null)}
      allowDeselect={false}
      searchable
    />
  )
}

/**
 * A form that changes an endpoint or, if `endpoint` is null, creates one and then shows its secret, the only time that
 * it can be read.
 */
export function EndpointDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint | null; onClose: () => void }) {
  const client = useQueryClient()
  const selectors = useEventSelectors()
  const [fields, setFields] = useState<Fields>(() => ({
    url: endpoint?.url ?? '',
    types: endpoint ? selectors.filter((one) => endpoint.types.includes(one)) : ['*'],
    description: endpoint?.description ?? '',
    profileId: null,
  }))
  const set = (changes: Partial<Fields>) => setFields((all) => ({ ...all, ...changes }))
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => save(endpoint, fields),
    onSuccess: async (secret) => {
      await client.invalidateQueries({ queryKey: ['webhooks'] })
      if (secret !== null) return
      notifyDone('The endpoint was saved.')
      onClose()
    },
  })
  if (data) return <ShownOnce noun="secret" value={data} onClose={onClose} />
  const isNew = endpoint === null
  return (
    <Dialog opened onClose={onClose} title={isNew ? 'Create an endpoint' : 'Edit the endpoint'} isLocked={isPending}>
      <DialogForm
        action={isNew ? 'Create endpoint' : 'Save'}
        isReady={fields.url.trim() !== '' && fields.types.length > 0}
        isBusy={isPending}
        error={error}
        onSubmit={mutate}
        onClose={onClose}
      >
        <TextInput
          label="URL"
          description="Events are posted to it: https, at a public host. Redirects are not followed."
          placeholder="https://app.example.com/carillon"
          value={fields.url}
          onChange={({ currentTarget: { value } }) => set({ url: value })}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          required
          withAsterisk={false}
          data-autofocus
        />
        <EventTypesField label="Types of events" value={fields.types} onChange={(types) => set({ types })} />
        {isNew && <ProfileField value={fields.profileId} onChange={(profileId) => set({ profileId })} />}
        <TextInput
          label="Description"
          description="Optional: for your own use."
          value={fields.description}
          onChange={({ currentTarget: { value } }) => set({ description: value })}
          maxLength={500}
        />
      </DialogForm>
    </Dialog>
  )
}
