import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../data/organization.ts'
import { keyName } from './key-name.ts'
import { useQueryParam } from './query-param.ts'

export interface FilterSelectProps {
  /** The parameter of the query string that contains the choice. */
  param: string
  label: string
  /** The text for no choice, such as "Any status". */
  any: string
  data: readonly (string | { value: string; label: string })[]
  /** Whether the options can be searched. Default: false. */
  searchable?: boolean
  flex?: string
}

/** A select for a filter of a list, whose value is kept in the URL; clearing it removes the parameter. */
export function FilterSelect({ param, label, any, data, searchable = false, flex = '1 1 150px' }: FilterSelectProps) {
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
      searchable={searchable}
      flex={flex}
    />
  )
}

/** A select for a filter by the id of an API key. Requires a key with `keys:read`. */
export function KeyFilter({ param }: { param: string }) {
  const { data = [] } = useQuery(keysQuery)
  const keys = data.map((key) => ({ value: key.keyId, label: keyName(key) }))
  return <FilterSelect param={param} label="API key" any="Any key" data={keys} searchable />
}
