import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../../data/access.ts'
import { accountsQuery, profilesQuery } from '../../data/queries.ts'
import { accountOption } from '../../ui/account-name.ts'
import { useEventSelectors } from '../../ui/event-selector.ts'
import { EventTypesField } from '../../ui/event-types-field.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import type { FeedFilters } from './follow-feed.ts'

/** The filters in the query string. Types are ignored while the list of known types is not loaded. */
export function useEventFilters(): FeedFilters {
  const selectors = useEventSelectors()
  const [types] = useQueryParam('types')
  const [profileId] = useQueryParam('of')
  const [accountId] = useQueryParam('account')
  const known = selectors.filter((one) => types?.split(',').includes(one))
  return { types: known.join(',') || null, profileId, accountId }
}

function AccountFilter({ profileId }: { profileId: string }) {
  const { data } = useQuery(accountsQuery(profileId))
  const accounts = (data?.accounts ?? []).map(accountOption)
  return <FilterSelect param="account" label="Account" any="Any account" data={accounts} searchable flex="1 1 180px" />
}

function ProfileFilter() {
  const { data: profiles = [] } = useQuery(profilesQuery)
  const [profileId, setProfileId] = useQueryParam('of')
  const [, setAccountId] = useQueryParam('account')
  return (
    <Select
      aria-label="Profile of the events"
      placeholder="Any profile"
      data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      value={profileId}
      onChange={(id) => {
        setProfileId(id)
        setAccountId(null)
      }}
      clearable
      clearButtonProps={{ 'aria-label': 'Any profile' }}
      searchable
      flex="1 1 160px"
    />
  )
}

/** The inputs for the filters of the feed, which are kept in the URL. The account filter requires a profile. */
export function Filters() {
  const { can } = useAccess()
  const selectors = useEventSelectors()
  const [types, setTypes] = useQueryParam('types')
  const [profileId] = useQueryParam('of')
  const chosen = selectors.filter((one) => types?.split(',').includes(one))
  return (
    <Group gap="xs" align="flex-start">
      <EventTypesField
        label="Types of events"
        isLabelHidden
        placeholder={chosen.length === 0 ? 'Any type' : ''}
        value={chosen}
        onChange={(next) => setTypes(next.join(','))}
        flex="2 1 240px"
      />
      {can('profiles:read') && <ProfileFilter />}
      {profileId && can('accounts:read') && <AccountFilter profileId={profileId} />}
    </Group>
  )
}
