import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../data/organization.ts'
import { keyName } from './key-name.ts'
import { useQueryParam } from './query-param.ts'

export interface FilterSelectProps {
  /** The parameter of the query string that holds the choice. */
  param: string
  label: string
  /** The words for no choice, such as "Any status". */
  any: string
  data: readonly (string | { value: string; label: string })[]
  /** Whether the options can be searched; a short list needs no search. */
  searchable?: boolean
  flex?: string
}

/** A filter of a list, kept in the URL. */
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

/** A filter by API key. Only for who may read the keys. */
export function KeyFilter({ param }: { param: string }) {
  const { data = [] } = useQuery(keysQuery)
  const keys = data.map((key) => ({ value: key.keyId, label: keyName(key) }))
  return <FilterSelect param={param} label="API key" any="Any key" data={keys} searchable />
}
