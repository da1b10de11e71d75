import type { Account } from '@carillon/client'
import { Group, NativeSelect } from '@mantine/core'
import { accountOption } from '../../ui/account-name.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { type Filter, shownOf, shownWords } from './filter.ts'

const everyAccount = { value: '', label: 'All accounts' }
const shownOptions = Object.entries(shownWords).map(([value, label]) => ({ value, label }))

export interface InboxFiltersProps {
  filter: Filter
  accounts: readonly Account[]
  onSearch(text: string | null): void
  onAccount(accountId: string | null): void
  onShown(word: string | null): void
}

/** The inputs for the filters of the inbox. `onAccount` and `onShown` get null for all. */
export function InboxFilters({ filter, accounts, onSearch, onAccount, onShown }: InboxFiltersProps) {
  return (
    <Group gap="sm">
      <SearchField
        label="Search conversations"
        placeholder="Search names and messages"
        value={filter.search}
        onChange={onSearch}
        flex="1 1 100%"
      />
      <NativeSelect
        aria-label="Conversations to show"
        data={shownOptions}
        value={filter.shown}
        onChange={({ currentTarget: { value } }) => onShown(shownOf(value) === 'all' ? null : value)}
        flex="1 1 8rem"
      />
      {accounts.length > 1 && (
        <NativeSelect
          aria-label="Account"
          data={[everyAccount, ...accounts.map(accountOption)]}
          value={filter.accountId ?? ''}
          onChange={({ currentTarget: { value } }) => onAccount(value || null)}
          flex="1 1 8rem"
          miw={0}
        />
      )}
    </Group>
  )
}
