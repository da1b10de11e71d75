import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { useFacts } from '../../data/facts.ts'
import { keysQuery } from '../../data/organization.ts'
import { keyName } from '../../ui/key-name.ts'
import { useQueryParam } from '../../ui/query-param.ts'
import { SearchField } from '../../ui/search-field.tsx'
import type { ActivityFilters } from './read-entries.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filters that the URL names. */
export function useActivityFilters(): ActivityFilters {
  const [action] = useQueryParam('action')
  const [actor] = useQueryParam('actor')
  const [targetId] = useQueryParam('about')
  const [from] = useQueryParam('from')
  const [to] = useQueryParam('to')
  const dayOf = (text: string | null) => (text && day.test(text) ? text : null)
  const actorId = actor && uuid.test(actor) ? actor : null
  return { action, actorId, targetId, from: dayOf(from), to: dayOf(to) }
}

function ActorFilter() {
  const { data = [] } = useQuery(keysQuery)
  const [actor, setActor] = useQueryParam('actor')
  return (
    <Select
      aria-label="API key"
      placeholder="Any key"
      data={data.map((key) => ({ value: key.keyId, label: keyName(key) }))}
      value={actor}
      onChange={setActor}
      clearable
      clearButtonProps={{ 'aria-label': 'Any key' }}
      searchable
      flex="1 1 160px"
    />
  )
}

const searchAfterMs = 300

function TargetFilter() {
  const [targetId, setTargetId] = useQueryParam('about')
  const [typed, setTyped] = useState(targetId ?? '')
  const submit = useDebouncedCallback(setTargetId, searchAfterMs)
  return (
    <SearchField
      label="Id of an object"
      placeholder="Id of a publish, an account, …"
      value={typed}
      maxLength={256}
      onChange={(value) => {
        setTyped(value)
        submit(value.trim())
      }}
      flex="2 1 200px"
    />
  )
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
  const [action, setAction] = useQueryParam('action')
  return (
    <Group gap="xs" align="flex-start">
      <Select
        aria-label="Action"
        placeholder="Any action"
        data={operations.filter(({ isRead }) => !isRead).map(({ id }) => id)}
        value={action}
        onChange={setAction}
        clearable
        clearButtonProps={{ 'aria-label': 'Any action' }}
        searchable
        flex="1 1 180px"
      />
      {hasOrganization && can('keys:read') && <ActorFilter />}
      <TargetFilter />
      <DayFilter name="from" label="From day" />
      <DayFilter name="to" label="To day" />
    </Group>
  )
}
