import type { ApiKey } from '@carillon/client'
import { Button, Code, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { keysQuery } from '../../data/organization.ts'
import { profilesQuery } from '../../data/queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Section } from '../../ui/section.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'

const nameOf = ({ name, last4 }: ApiKey) => name ?? `Key that ends in ${last4}`

function Expiry({ at }: { at: string | null }) {
  if (at === null)
    return (
      <Text inherit span c="dimmed">
        Never
      </Text>
    )
  if (Date.parse(at) <= Date.now()) return <StatusBadge color="red">Expired</StatusBadge>
  return <Time at={at} />
}

/** The scope of a key: the organization, or the name of one profile. */
function Reach({ profileId }: { profileId: string | null }) {
  const { data = [] } = useQuery(profilesQuery)
  if (profileId === null) return 'The organization'
  return <Foreign inherit>{data.find(({ id }) => id === profileId)?.name ?? profileId}</Foreign>
}

function DeleteKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.delete('/keys/{keyId}', { path: { keyId: apiKey.keyId } }),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['keys'] })
      notifyDone('The key was deleted.')
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete this key?"
      confirmLabel="Delete key"
      onConfirm={mutate}
      isBusy={isPending}
      error={error}
    >
      <Text size="sm">
        Programs that use{' '}
        <Foreign inherit fw={600}>
          {nameOf(apiKey)}
        </Foreign>{' '}
        are rejected at once, and everybody who has signed in with it is signed out. The keys that it created are
        deleted with it. It cannot be restored.
      </Text>
    </ConfirmDialog>
  )
}

/** The API keys: what they reach, until when they work, when they were used last. */
export function Keys() {
  const list = useQuery(keysQuery)
  const [isCreating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<ApiKey | null>(null)
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  )
  return (
    <Section
      title="API keys"
      description="Use one key for each program, so that you can delete one without the others."
      actions={create}
    >
      <ListStates list={list} isEmpty={list.data?.length === 0} empty={<EmptyState title="No key" action={create} />}>
        <DataTable
          label="API keys"
          rows={list.data ?? []}
          keyOf={({ keyId }) => keyId}
          columns={[
            {
              header: 'Name',
              role: 'main',
              cell: (key) => (
                <Foreign inherit fw={500}>
                  {nameOf(key)}
                </Foreign>
              ),
            },
            { header: 'Key', cell: ({ last4 }) => <Code>…{last4}</Code> },
            { header: 'Reaches', cell: ({ profileId }) => <Reach profileId={profileId} /> },
            { header: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never') },
            { header: 'Expires', cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
            { header: 'Created', role: 'wide', cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              header: 'Actions',
              isHeaderHidden: true,
              role: 'actions',
              cell: (key) => (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setDeleting(key)}
                  aria-label={`Delete ${nameOf(key)}`}
                >
                  Delete
                </Button>
              ),
            },
          ]}
        />
      </ListStates>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {deleting && <DeleteKeyDialog apiKey={deleting} onClose={() => setDeleting(null)} />}
    </Section>
  )
}
