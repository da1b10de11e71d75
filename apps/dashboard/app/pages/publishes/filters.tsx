import type { Account, Platform, PublishStatus } from '@carillon/client'
import { Group } from '@mantine/core'
import { accountOption } from '../../ui/account-name.ts'
import { FilterSearch } from '../../ui/filter-search.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { networks, platforms } from '../../ui/networks.ts'
import { publishStatuses } from '../../ui/publish-statuses.ts'
import { useQueryParam } from '../../ui/query-param.ts'
import { filterStatuses } from './status.ts'

export interface PublishFilters {
  status: PublishStatus | null
  platform: Platform | null
  accountId: string | null
  search: string | null
}

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

/** Search and filters of the list, kept in the URL. */
export function Filters({ accounts }: { accounts: readonly Account[] }) {
  const used = platforms.filter((one) => accounts.some((account) => account.platform === one))
  return (
    <Group gap="xs" align="center">
      <FilterSearch
        param="q"
        label="Search publishes"
        placeholder="Search the text of posts"
        maxLength={200}
        flex="3 1 220px"
      />
      <FilterSelect
        param="status"
        label="Status"
        any="Any status"
        data={filterStatuses.map((value) => ({ value, label: publishStatuses[value].label }))}
      />
      <FilterSelect
        param="network"
        label="Network"
        any="Any network"
        data={used.map((value) => ({ value, label: networks[value].name }))}
      />
      <FilterSelect
        param="account"
        label="Account"
        any="Any account"
        data={accounts.map(accountOption)}
        searchable
        flex="1 1 180px"
      />
    </Group>
  )
}
