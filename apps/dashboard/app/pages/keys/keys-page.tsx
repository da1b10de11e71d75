import type { ApiKey } from '@carillon/client'
import { Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../../data/access.ts'
import { keysQuery } from '../../data/organization.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { Icon } from '../../ui/icon.tsx'
import { keyName } from '../../ui/key-name.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { BudgetUse } from './budget-use.tsx'
import { Expiry } from './expiry.tsx'
import { Reach } from './reach.tsx'
import { ScopesWords } from './scopes-words.tsx'

function Name({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <TextLink to={`/keys/${apiKey.keyId}`} c="inherit" fw={500} inherit>
        <Foreign inherit>{keyName(apiKey)}</Foreign>
      </TextLink>
      <Text size="xs" c="dimmed" component="div">
        <Code>…{apiKey.last4}</Code>
      </Text>
    </>
  )
}

/** The API keys: what each is for, what it reaches, and how much of its budgets it has used up. */
export default function KeysPage() {
  const list = useQuery(keysQuery)
  const canWrite = useAccess().can('keys:write')
  const create = canWrite && (
    <LinkButton to="/keys/new" leftSection={<Icon name="plus" size={16} />}>
      Create key
    </LinkButton>
  )
  return (
    <Page
      title="API keys"
      description="Use one key for each program, which can do only what the program is for."
      actions={create}
    >
      <ListStates list={list} isEmpty={!list.data?.length} empty={<EmptyState title="No key" action={create} />}>
        <DataTable
          label="API keys"
          rows={list.data ?? []}
          keyOf={({ keyId }) => keyId}
          columns={[
            { header: 'Name', role: 'main', cell: (key) => <Name apiKey={key} /> },
            { header: 'For', cell: ({ scopes }) => <ScopesWords scopes={scopes} /> },
            { header: 'Reaches', cell: (key) => <Reach apiKey={key} /> },
            { header: 'Budgets', cell: (key) => <BudgetUse apiKey={key} /> },
            { header: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never') },
            { header: 'Expires', cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
          ]}
        />
      </ListStates>
    </Page>
  )
}
