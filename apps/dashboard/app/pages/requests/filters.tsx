import { Group, Select } from '@mantine/core'
import { useAccess } from '../../data/access.ts'
import { useFacts } from '../../data/facts.ts'
import { FilterSearch } from '../../ui/filter-search.tsx'
import { FilterSelect, KeyFilter } from '../../ui/filter-select.tsx'
import { useQueryParam } from '../../ui/query-param.ts'

const statuses = ['2xx', '3xx', '4xx', '5xx'] as const
const sources = [
  { value: 'api', label: 'Sent by clients' },
  { value: 'dashboard', label: 'Sent by the dashboard' },
] as const
/**
 * The source that is filtered by without a choice in the URL: the dashboard's own requests are left out, since its
 * pages are polled every few seconds.
 */
export const usualSource = sources[0].value
const anySource = { value: 'any', label: 'Sent by anyone' } as const
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The filters in the URL as a query of the API; unknown values are ignored. Without a source, requests of the dashboard
 * are left out, unless a request id is given.
 */
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
      <FilterSearch param="request" label="Request id" placeholder="Request id" maxLength={128} flex="2 1 220px" />
      <FilterSelect param="status" label="Status" any="Any status" data={statuses} />
      <FilterSelect
        param="operation"
        label="Operation"
        any="Any operation"
        data={operations.map(({ id }) => id)}
        searchable
      />
      {hasOrganization && can('keys:read') && <KeyFilter param="key" />}
      <SourceChoice />
    </Group>
  )
}
