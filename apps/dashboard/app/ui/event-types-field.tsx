import { MultiSelect } from '@mantine/core'
import { type EventSelector, useEventSelectors } from './event-selector.ts'

export interface EventTypesFieldProps {
  label: string
  /** Whether only screen readers get the label. Default: false. */
  isLabelHidden?: boolean
  description?: string
  placeholder?: string
  flex?: string
  value: readonly EventSelector[]
  onChange(value: EventSelector[]): void
}

/** Chooses any number of types of events and patterns. `onChange` gets them in the order of the service's list. */
export function EventTypesField({ label, isLabelHidden = false, value, onChange, ...props }: EventTypesFieldProps) {
  const selectors = useEventSelectors()
  return (
    <MultiSelect
      {...props}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      data={selectors.map((one) => ({ value: one, label: one === '*' ? 'All types' : one }))}
      value={[...value]}
      onChange={(chosen) => onChange(selectors.filter((one) => chosen.includes(one)))}
      searchable
      nothingFoundMessage="No type matches"
      hidePickedOptions
    />
  )
}
