import { Group, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { useFacts } from '../../data/facts.ts'
import { keysQuery } from '../../data/organization.ts'
import { keyName } from '../../ui/key-name.ts'
import { useQueryParam } from '../../ui/query-param.ts'
import { SearchField } from '../../ui/search-field.tsx'

const statuses = ['2xx', '3xx', '4xx', '5xx'] as const
const sources = [
  { value: 'api', label: 'Sent by clients' },
  { value: 'dashboard', label: 'Sent by the dashboard' },
] as const
/** Without a choice the dashboard's own requests are left out: its pages are read every few seconds. */
const usualSource = sources[0].value
const anySource = { value: 'any', label: 'Sent by anyone' } as const
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const searchAfterMs = 300

/** The filters that the URL names, as a query of the API; unknown values are ignored. */
export function useRequestFilters() {
  const [status] = useQueryParam('status')
  const [operation] = useQueryParam('operation')
  const [key] = useQueryParam('key')
  const [requestId] = useQueryParam('request')
  const [source] = useQueryParam('source')
  const [known, by] = [statuses.find((one) => one === status), sources.find(({ value }) => value === source)]
  // One request is found wherever it came from.
  const sentBy = source === null && !requestId ? usualSource : by?.value
  return {
    ...(known && { status: known }),
    ...(operation && { operation }),
    ...(key && uuid.test(key) && { keyId: key }),
    ...(requestId && { requestId }),
    ...(sentBy && { source: sentBy }),
  }
}

interface ChoiceProps {
  param: string
  label: string
  any: string
  data: readonly (string | { value: string; label: string })[]
}

function Choice({ param, label, any, data }: ChoiceProps) {
  const [value, setValue] = useQueryParam(param)
  return (
    <Select
      aria-label={label}
      placeholder={any}
      data={[...data]}
      value={value}
      onChange={setValue}
      clearable
      clearButtonProps={{ 'aria-label': any }}
      searchable
      flex="1 1 150px"
    />
  )
}

function KeyChoice() {
  const { data = [] } = useQuery(keysQuery)
  const keys = data.map((key) => ({ value: key.keyId, label: keyName(key) }))
  return <Choice param="key" label="API key" any="Any key" data={keys} />
}

function RequestIdField() {
  const [requestId, setRequestId] = useQueryParam('request')
  const [typed, setTyped] = useState(requestId ?? '')
  const submit = useDebouncedCallback(setRequestId, searchAfterMs)
  return (
    <SearchField
      label="Request id"
      placeholder="Request id"
      value={typed}
      maxLength={128}
      onChange={(value) => {
        setTyped(value)
        submit(value.trim())
      }}
      flex="2 1 220px"
    />
  )
}

function SourceChoice() {
  const [source, setSource] = useQueryParam('source')
  const [requestId] = useQueryParam('request')
  return (
    <Select
      aria-label="Sent by"
      data={[...sources, anySource]}
      value={source ?? (requestId ? anySource.value : usualSource)}
      onChange={setSource}
      allowDeselect={false}
      flex="1 1 150px"
    />
  )
}

/** The filters of the requests, kept in the URL. */
export function Filters() {
  const { can, hasOrganization } = useAccess()
  const operations = useFacts()?.operations ?? []
  return (
    <Group gap="xs" align="flex-start">
      <RequestIdField />
      <Choice param="status" label="Status" any="Any status" data={statuses} />
      <Choice param="operation" label="Operation" any="Any operation" data={operations.map(({ id }) => id)} />
      {hasOrganization && can('keys:read') && <KeyChoice />}
      <SourceChoice />
    </Group>
  )
}
