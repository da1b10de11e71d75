import { Group, TextInput } from '@mantine/core'
import { useAccess } from '../../data/access.ts'
import { isDay } from '../../data/days.ts'
import { useFacts } from '../../data/facts.ts'
import { FilterSearch } from '../../ui/filter-search.tsx'
import { FilterSelect, KeyFilter } from '../../ui/filter-select.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import type { ActivityFilters } from './read-entries.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filters in the query string; null for each that is absent, or has a day or key id that is not valid. */
export function useActivityFilters(): ActivityFilters {
  const [action] = useQueryParam('action')
  const [actor] = useQueryParam('actor')
  const [targetId] = useQueryParam('about')
  const [from] = useQueryParam('from')
  const [to] = useQueryParam('to')
  const actorId = actor && uuid.test(actor) ? actor : null
  return { action, actorId, targetId, from: isDay(from) ? from : null, to: isDay(to) ? to : null }
}

function DayFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const [value, setValue] = useQueryParam(name)
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
      flex="0 1 150px"
    />
  )
}

/** The filters of the audit log, kept in the URL. */
export function Filters() {
  const { can, hasOrganization } = useAccess()
  const operations = useFacts()?.operations ?? []
  return (
    <Group gap="xs" align="flex-start">
      <FilterSelect
        param="action"
        label="Action"
        any="Any action"
        data={operations.filter(({ isRead }) => !isRead).map(({ id }) => id)}
        searchable
        flex="1 1 180px"
      />
      {hasOrganization && can('keys:read') && <KeyFilter param="actor" />}
      <FilterSearch param="about" label="Id of an object" placeholder="Search by id" maxLength={256} flex="2 1 200px" />
      <DayFilter name="from" label="From day" />
      <DayFilter name="to" label="To day" />
    </Group>
  )
}
