import type { Profile } from '@carillon/client'
import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { profilesQuery } from '../../data/queries.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { DeleteProfileDialog } from './delete-profile-dialog.tsx'
import { ProfileDialog } from './profile-dialog.tsx'

type Dialog = { kind: 'create' } | { kind: 'edit' | 'delete'; profile: Profile } | null

function matches({ name, externalId }: Profile, text: string): boolean {
  return `${name}\n${externalId ?? ''}`.toLowerCase().includes(text.toLowerCase())
}

export default function ProfilesPage() {
  const list = useQuery(profilesQuery)
  const { can, hasOrganization } = useAccess()
  const canManage = hasOrganization && can('profiles:write')
  const [search, setSearch] = useQueryParam('q')
  const [dialog, setDialog] = useState<Dialog>(null)
  const close = () => setDialog(null)
  const all = list.data ?? []
  const shown = all.filter((profile) => matches(profile, search ?? ''))
  const create = canManage && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog({ kind: 'create' })}>
      Create profile
    </Button>
  )
  return (
    <Page
      title="Profiles"
      description="A profile holds the accounts of one customer or brand. Keys can be bound to one."
      actions={create}
    >
      {all.length > 1 && (
        <SearchField
          label="Search profiles"
          placeholder="Search by name or your own id"
          value={search ?? ''}
          onChange={setSearch}
        />
      )}
      <ListStates
        list={list}
        isEmpty={shown.length === 0}
        empty={
          <EmptyState title={search ? 'No profile matches' : 'No profile yet'} action={search ? null : create}>
            {search ? 'Search for a part of its name or of your own id.' : 'Create one to connect accounts to it.'}
          </EmptyState>
        }
      >
        <DataTable
          label="Profiles"
          rows={shown}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'Name',
              role: 'main',
              cell: ({ name, isDefault }) => (
                <Group gap="xs" wrap="nowrap">
                  <Foreign inherit fw={500}>
                    {name}
                  </Foreign>
                  {isDefault && (
                    <Badge variant="default" size="sm" tt="none" flex="none">
                      Default
                    </Badge>
                  )}
                </Group>
              ),
            },
            {
              header: 'Accounts',
              cell: ({ id }) => (
                <TextLink to={`/accounts?profile=${id}`} inherit style={{ whiteSpace: 'nowrap' }}>
                  Show accounts
                </TextLink>
              ),
            },
            {
              header: 'Your id',
              cell: ({ externalId }) => (externalId ? <Foreign inherit>{externalId}</Foreign> : '–'),
            },
            { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              header: 'Actions',
              isHeaderHidden: true,
              role: 'actions',
              cell: (profile) => canManage && <RowActions profile={profile} open={setDialog} />,
            },
          ]}
        />
      </ListStates>
      {dialog && dialog.kind !== 'delete' && (
        <ProfileDialog profile={dialog.kind === 'edit' ? dialog.profile : null} onClose={close} />
      )}
      {dialog?.kind === 'delete' && <DeleteProfileDialog profile={dialog.profile} onClose={close} />}
    </Page>
  )
}

function RowActions({ profile, open }: { profile: Profile; open: (dialog: Dialog) => void }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button
        size="xs"
        variant="default"
        onClick={() => open({ kind: 'edit', profile })}
        aria-label={`Edit ${profile.name}`}
      >
        Edit
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => open({ kind: 'delete', profile })}
        aria-label={`Delete ${profile.name}`}
      >
        Delete
      </Button>
    </Group>
  )
}
