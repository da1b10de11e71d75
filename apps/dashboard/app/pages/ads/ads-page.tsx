import type { Account } from '@carillon/client'
import { Button, Group, SegmentedControl, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Facts, useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { accountName } from '../../ui/account-name.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { networks, platforms } from '../../ui/networks.ts'
import { Page } from '../../ui/page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { AdAccountPanel } from './ad-account-panel.tsx'
import { AdsProblem } from './ads-problem.tsx'
import { CampaignsView } from './campaigns-view.tsx'
import { CreateAccountDialog } from './create-account-dialog.tsx'
import { LeadsView } from './leads-view.tsx'
import { SpendView } from './spend-view.tsx'
import { useAdAccounts } from './use-ads.ts'

const views = [
  { value: 'campaigns', label: 'Campaigns' },
  { value: 'spend', label: 'Spend' },
  { value: 'leads', label: 'Leads' },
]

/**
 * The ad accounts that can be used through a connected account, and the chosen one with its campaigns, spend and leads.
 */
function Advertising({ account }: { account: Account }) {
  const list = useAdAccounts(account)
  const [chosen, choose] = useQueryParam('ad_account')
  const [view, setView] = useQueryParam('view')
  const [isCreating, setCreating] = useState(false)
  const adAccounts = list.data?.adAccounts ?? []
  const create = (
    <Allowed scope="ads:write">
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
        New ad account
      </Button>
    </Allowed>
  )
  const creation = isCreating && (
    <CreateAccountDialog
      account={account}
      adAccounts={adAccounts}
      onCreated={(id) => {
        choose(id)
        setCreating(false)
      }}
      onClose={() => setCreating(false)}
    />
  )
  const adAccount = adAccounts.find(({ id }) => id === chosen) ?? adAccounts[0]
  const shown = views.find(({ value }) => value === view)?.value ?? 'campaigns'
  if (list.error && !list.data) {
    return <AdsProblem error={list.error} accountId={account.accountId} onRetry={() => list.refetch()} />
  }
  return (
    <ListStates
      list={list}
      isEmpty={!adAccount}
      empty={
        <>
          <EmptyState title="No ad account" action={create}>
            Neither the user who connected the account nor their businesses have an ad account.
          </EmptyState>
          {creation}
        </>
      }
    >
      {adAccount && (
        <Stack gap="lg">
          <Group align="flex-end" gap="xs">
            <Select
              label="Ad account"
              data={adAccounts.map(({ id, name, currency }) => ({ value: id, label: `${name ?? id} (${currency})` }))}
              value={adAccount.id}
              onChange={choose}
              allowDeselect={false}
              w={{ base: '100%', sm: 300 }}
            />
            {create}
          </Group>
          {creation}
          <AdAccountPanel key={`panel ${adAccount.id}`} account={account} listed={adAccount} />
          <Group>
            <SegmentedControl aria-label="What is shown" data={views} value={shown} onChange={setView} />
          </Group>
          {shown === 'campaigns' && (
            <CampaignsView key={`view ${adAccount.id}`} account={account} adAccount={adAccount} />
          )}
          {shown === 'spend' && <SpendView key={`view ${adAccount.id}`} account={account} adAccount={adAccount} />}
          {shown === 'leads' && <LeadsView account={account} />}
        </Stack>
      )}
    </ListStates>
  )
}

/** A sentence that says on which networks accounts can have ads. */
function adsNetworks(facts: Facts | undefined): string {
  const cells = facts?.capabilities['ads']?.cells
  const names = platforms.filter((platform) => cells?.[platform]).map((platform) => networks[platform].name)
  return `Connect an account on ${names.join(' or ')}. Its campaigns, what they spend and their leads appear here.`
}

/** Ad accounts with their campaigns, what they spend, and leads. */
export default function AdsPage() {
  const list = useQuery(accountsQuery(useProfileId()))
  const facts = useFacts()
  const [accountId, setAccountId] = useQueryParam('account')
  const [, setAdAccount] = useQueryParam('ad_account')
  const cells = facts?.capabilities['ads']?.cells
  const accounts = (list.data?.accounts ?? []).filter(({ platform }) => cells?.[platform])
  const account = accounts.find((one) => one.accountId === accountId) ?? accounts[0]
  return (
    <Page title="Ads" description="Promote posts, switch campaigns on and off, and see what they spend.">
      <ListStates
        list={{ ...list, isPending: list.isPending || !facts }}
        isEmpty={!account}
        empty={
          <EmptyState
            title="No account with ads"
            action={<LinkButton to="/accounts?connect=new">Connect an account</LinkButton>}
          >
            {adsNetworks(facts)}
          </EmptyState>
        }
      >
        {account && (
          <Stack gap="lg">
            {accounts.length > 1 && (
              <Select
                label="Account"
                data={accounts.map((one) => ({ value: one.accountId, label: accountName(one) }))}
                value={account.accountId}
                onChange={(value) => {
                  setAdAccount(null)
                  setAccountId(value)
                }}
                allowDeselect={false}
                w={{ base: '100%', sm: 300 }}
              />
            )}
            <Advertising key={account.accountId} account={account} />
          </Stack>
        )}
      </ListStates>
    </Page>
  )
}
