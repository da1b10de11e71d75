import type { Account } from '@carillon/client'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { healthOf, needsAttention, reconnectHelps } from '../../data/account-health.ts'
import { useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { AccountLabel } from '../../ui/account-label.tsx'
import { accountName } from '../../ui/account-name.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { HealthBadge } from '../../ui/health-badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { networks } from '../../ui/networks.ts'
import { Page } from '../../ui/page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Time } from '../../ui/time.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { LinksSection } from './links/links-section.tsx'
import { ReconnectButton } from './reconnect-button.tsx'

const fewAccounts = 5

function matches(account: Account, text: string): boolean {
  const words = `${accountName(account)}\n${account.displayIdentifier ?? ''}\n${networks[account.platform].name}`
  return words.toLowerCase().includes(text.toLowerCase())
}

/** The explanation of an account's state, below its badge; nothing if the account is healthy. */
function HealthText({ account }: { account: Account }) {
  const { state, text, actBefore } = healthOf(account, useFacts())
  if (state === 'ok') return null
  return (
    <Text size="xs" c="dimmed" component="div" mt={4} maw={320}>
      {text} {needsAttention({ state }) && actBefore && <Time at={actBefore} />}
    </Text>
  )
}

/** The button that reconnects an account, if that can solve its problem; otherwise nothing. */
function ReconnectWhereItHelps({ account }: { account: Account }) {
  if (!reconnectHelps(account)) return null
  return <ReconnectButton account={account} size="xs" variant={needsAttention(account.health) ? 'filled' : 'default'} />
}

export default function AccountsPage() {
  const list = useQuery(accountsQuery(useProfileId()))
  const [search, setSearch] = useQueryParam('q')
  const [connecting, setConnecting] = useQueryParam('connect')
  const [leaving, setLeaving] = useState<Account | null>(null)
  const all = list.data?.accounts ?? []
  const shown = all.filter((account) => matches(account, search ?? ''))
  const connect = (
    <Allowed scope="accounts:write">
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setConnecting('new')}>
        Connect account
      </Button>
    </Allowed>
  )
  return (
    <Page title="Accounts" description="The accounts on social networks that this profile can use." actions={connect}>
      {all.length > fewAccounts && (
        <SearchField
          label="Search accounts"
          placeholder="Search by name or social network"
          value={search ?? ''}
          onChange={setSearch}
        />
      )}
      <ListStates
        list={list}
        isEmpty={shown.length === 0}
        empty={
          search ? (
            <EmptyState title="No account matches">Search for a part of a name, or for a social network.</EmptyState>
          ) : (
            <EmptyState title="No account is connected yet" action={connect}>
              Connect one of your own, or send a customer a link.
            </EmptyState>
          )
        }
      >
        <DataTable
          label="Accounts"
          rows={shown}
          keyOf={({ accountId }) => accountId}
          columns={[
            { header: 'Account', role: 'main', cell: (account) => <AccountLabel account={account} isLink /> },
            {
              header: 'Health',
              cell: (account) => (
                <div>
                  <HealthBadge account={account} />
                  <HealthText account={account} />
                </div>
              ),
            },
            { header: 'Id', cell: (account) => <CopyId id={account.accountId} of={accountName(account)} /> },
            { header: 'Connected', cell: ({ connectedAt }) => <Time at={connectedAt} /> },
            {
              header: 'Actions',
              isHeaderHidden: true,
              role: 'actions',
              cell: (account) => (
                <Allowed scope="accounts:write">
                  <Group gap="xs" wrap="nowrap" justify="flex-end">
                    <ReconnectWhereItHelps account={account} />
                    <AccountMenu account={account} onDisconnect={() => setLeaving(account)} />
                  </Group>
                </Allowed>
              ),
            },
          ]}
        />
      </ListStates>
      <LinksSection />
      {connecting !== null && <ConnectDialog onClose={() => setConnecting(null)} />}
      {leaving && <DisconnectDialog account={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  )
}
