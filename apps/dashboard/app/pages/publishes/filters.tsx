import type { Account, Platform, PublishStatus } from '@carillon/client'
import { Group, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { accountOption } from '../../ui/account-name.ts'
import { networks, platforms } from '../../ui/networks.ts'
import { publishStatuses } from '../../ui/publish-statuses.ts'
import { useQueryParam } from '../../ui/query-param.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { filterStatuses } from './status.ts'

export interface PublishFilters {
  status: PublishStatus | null
  platform: Platform | null
  accountId: string | null
  search: string | null
}

const searchAfterMs = 300

function isOneOf<T extends string>(values: readonly T[], value: string | null): value is T {
  return value !== null && values.some((one) => one === value)
}

/** The filters that the URL names; unknown values are ignored. */
export function usePublishFilters(): PublishFilters {
  const [status] = useQueryParam('status')
  const [platform] = useQueryParam('network')
  const [accountId] = useQueryParam('account')
  const [search] = useQueryParam('q')
  return {
    status: isOneOf(filterStatuses, status) ? status : null,
    platform: isOneOf(platforms, platform) ? platform : null,
    accountId,
    search: search?.trim() || null,
  }
}

function TextSearch() {
  const [search, setSearch] = useQueryParam('q')
  const [typed, setTyped] = useState(search ?? '')
  const submit = useDebouncedCallback(setSearch, searchAfterMs)
  return (
    <SearchField
      label="Search publishes"
      placeholder="Search the text of posts"
      value={typed}
      maxLength={200}
      onChange={(value) => {
        setTyped(value)
        submit(value)
      }}
      flex="3 1 220px"
    />
  )
}

/** Search and filters of the list, kept in the URL. */
export function Filters({ accounts }: { accounts: readonly Account[] }) {
  const [status, setStatus] = useQueryParam('status')
  const [platform, setPlatform] = useQueryParam('network')
  const [accountId, setAccountId] = useQueryParam('account')
  const used = platforms.filter((one) => accounts.some((account) => account.platform === one))
  return (
    <Group gap="xs" align="center">
      <TextSearch />
      <Select
        aria-label="Status"
        placeholder="Any status"
        data={filterStatuses.map((value) => ({ value, label: publishStatuses[value].label }))}
        value={status}
        onChange={setStatus}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        flex="1 1 130px"
      />
      <Select
        aria-label="Network"
        placeholder="Any network"
        data={used.map((value) => ({ value, label: networks[value].name }))}
        value={platform}
        onChange={setPlatform}
        clearable
        clearButtonProps={{ 'aria-label': 'Any network' }}
        flex="1 1 130px"
      />
      <Select
        aria-label="Account"
        placeholder="Any account"
        data={accounts.map(accountOption)}
        value={accountId}
        onChange={setAccountId}
        clearable
        clearButtonProps={{ 'aria-label': 'Any account' }}
        searchable
        flex="1 1 180px"
      />
    </Group>
  )
}
