import { Button, Code, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../data/api.ts'
import { originsQuery } from '../../data/organization.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Section } from '../../ui/section.tsx'

function AddOrigin() {
  const client = useQueryClient()
  const [origin, setOrigin] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post('/origins', { body: { origin: origin.trim() } }),
    onSuccess: async () => {
      setOrigin('')
      await client.invalidateQueries({ queryKey: ['origins'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Allow another origin"
          placeholder="https://app.example.com"
          value={origin}
          onChange={(event) => setOrigin(event.currentTarget.value)}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          flex={1}
          maw={420}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={origin.trim() === ''}>
          Allow
        </Button>
      </Group>
      {error ? <ErrorNotice error={error} /> : null}
    </form>
  )
}

function RemoveOriginDialog({ origin, onClose }: { origin: string; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete('/origins', { query: { origin } }),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['origins'] })
      notifyDone('The origin was removed.')
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Remove this origin?"
      confirmLabel="Remove origin"
      onConfirm={remove.mutate}
      mutation={remove}
    >
      <Text size="sm" className="foreign">
        New connections can no longer return to a page of <Code>{origin}</Code>.
      </Text>
    </ConfirmDialog>
  )
}

/**
 * The origins to which a customer's browser may return after connecting an account, with the means to add and remove
 * them for keys with `accounts:write`.
 */
export function Origins() {
  const list = useQuery(originsQuery)
  const [removing, setRemoving] = useState<string | null>(null)
  return (
    <Section
      title="Allowed origins"
      description="Where a customer's browser may return to after connecting an account: the redirectUrl of a connection has to have one of these origins."
    >
      <ListStates
        list={list}
        isEmpty={!list.data?.length}
        empty={
          <EmptyState title="No origin is allowed yet">
            Without one, connections end on a page of Carillon and not in your application.
          </EmptyState>
        }
      >
        <DataTable
          label="Allowed origins"
          rows={list.data ?? []}
          keyOf={(origin) => origin}
          columns={[
            { header: 'Origin', role: 'main', cell: (origin) => <span className="foreign">{origin}</span> },
            {
              header: 'Actions',
              isHeaderHidden: true,
              role: 'actions',
              cell: (origin) => (
                <Allowed scope="accounts:write">
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setRemoving(origin)}
                    aria-label={`Remove ${origin}`}
                  >
                    Remove
                  </Button>
                </Allowed>
              ),
            },
          ]}
        />
      </ListStates>
      <Allowed scope="accounts:write">
        <AddOrigin />
      </Allowed>
      {removing !== null && <RemoveOriginDialog origin={removing} onClose={() => setRemoving(null)} />}
    </Section>
  )
}
