import { TextInput } from '@mantine/core'
import { Icon } from './icon.tsx'

export interface SearchFieldProps {
  /** The label for screen readers, such as "Search accounts". */
  label: string
  placeholder: string
  value: string
  onChange(value: string): void
  maxLength?: number
  flex?: string
}

/** A search field, which the key `/` focuses. It is at most 360 pixels wide unless `flex` is set. */
export function SearchField({ label, onChange, flex, ...field }: SearchFieldProps) {
  return (
    <TextInput
      {...field}
      aria-label={label}
      leftSection={<Icon name="search" size={16} />}
      onChange={({ currentTarget: { value } }) => onChange(value)}
      data-search
      {...(flex === undefined ? { maw: 360 } : { flex })}
    />
  )
}
